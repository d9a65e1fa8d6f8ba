import { countryCodeOf, type CountryCode } from '@easel/contracts/orders/countries';
import type { OrderAddress, OrderedProduct } from '@easel/contracts/orders/events';
import type { DeliveryMethod } from '@easel/contracts/orders/policy';
import { printSpecOf } from '@easel/contracts/products/policy';

const SHIPPING_METHODS = {
  standard: 'Standard',
  express: 'Express',
  overnight: 'Overnight',
} as const satisfies Record<DeliveryMethod, string>;

/** The print service asks every country for one. */
const NO_POSTCODE = '00000';

export interface Recipient {
  name: string;
  email: string;
  /** Empty where none was given. */
  phone: string;
  address: OrderAddress;
}

/** An item with the file that is printed on it. */
export interface PrintedItem {
  item: OrderedProduct;
  url: string;
  /** In hexadecimal. */
  md5: string;
}

export interface ToPrint {
  reference: string;
  /** The same one leads to the same order at the print service. */
  key: string;
  callbackUrl: string;
  deliveryMethod: DeliveryMethod;
  recipient: Recipient;
  items: readonly PrintedItem[];
}

/** An order as the print service takes it. */
export type PrintOrder = ReturnType<typeof printOrderOf>;

/** Returns why something cannot be printed or sent at all; undefined where it can. */
export function problemOf(recipient: Recipient, items: readonly OrderedProduct[]): string | undefined {
  const { country } = recipient.address;
  if (countryCodeOf(country) === undefined) return `Nothing is delivered to ${country || 'this address'}.`;
  const gone = items.find(({ productId, size }) => !printSpecOf(productId, size));
  return gone && `${gone.name} is not printed any more.`;
}

export const printOrderOf = ({ reference, key, callbackUrl, deliveryMethod, recipient, items }: ToPrint) => ({
  merchantReference: reference,
  shippingMethod: SHIPPING_METHODS[deliveryMethod],
  idempotencyKey: key,
  callbackUrl,
  recipient: recipientOf(recipient),
  items: items.map(itemOf),
});

function recipientOf({ name, email, phone, address }: Recipient) {
  const { street, city, state, zipCode, country } = address;
  return {
    name,
    email,
    phoneNumber: phone || null,
    address: {
      line1: street,
      townOrCity: city,
      stateOrCounty: state || null,
      postalOrZipCode: zipCode || NO_POSTCODE,
      countryCode: known(countryCodeOf(country)),
    },
  };
}

function itemOf({ item, url, md5 }: PrintedItem) {
  const { itemId, productId, size, colour, quantity, cents } = item;
  return {
    merchantReference: itemId,
    sku: known(printSpecOf(productId, size)).sku,
    copies: quantity,
    sizing: 'fillPrintArea',
    attributes: colour === '' ? {} : { color: colour },
    // For the customs: what was charged for all copies.
    recipientCost: { amount: (cents / 100).toFixed(2), currency: 'USD' },
    assets: [{ printArea: 'default', url, md5Hash: md5 }],
  };
}

/** Returns a value that `problemOf` has checked before. */
function known<Value extends CountryCode | object>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('an order that cannot be printed');
  return value;
}
