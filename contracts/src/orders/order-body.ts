import * as z from 'zod/mini';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { neededLine, optionalLine } from '../kernel/needed.ts';
import { placement } from '../products/placement.ts';
import { countryCodeOf } from './countries.ts';
import { deliveryMethods, orderProblems, ORDER_ITEMS_MAX, QUANTITY_MAX } from './policy.ts';

const noPrice = 'This is not a price';
const dollars = z.number(noPrice).check(z.gte(0, noPrice), z.lte(1_000_000, noPrice));
const noReference = 'This is not a reference of an order';
const filled = (longest: number) => neededLine('Please fill in all required fields', longest);
const noEmail = 'Please enter a valid email address';
const modeMissing = 'Please say whether this is a test order';

const addressMissing = 'Please fill in all address fields';

const delivered = neededLine(addressMissing, 100).check(
  z.refine((name) => countryCodeOf(name) !== undefined, 'We do not deliver to this country yet'),
);

/** State and code may be empty where the country has none (`addressFaults`). */
const addressIn = (country: typeof delivered) =>
  z.object(
    {
      street: neededLine(addressMissing, 200),
      city: neededLine(addressMissing, 100),
      state: optionalLine(100),
      zipCode: optionalLine(20),
      country,
    },
    addressMissing,
  );

export const address = addressIn(delivered);
export type Address = z.output<typeof address>;

const noItem = 'This is not an item of a cart';
const textOf = (longest: number) => z.string(noItem).check(z.maxLength(longest, noItem));

/** The fields that both kinds of items have in the cart; `price` is of one, in dollars, as it was shown. */
const inCart = {
  id: textOf(200),
  generationId: z.uuid(noItem),
  variantId: z.uuid(noItem),
  price: z.optional(dollars),
};
const noQuantity = `Please choose a quantity from 1 to ${QUANTITY_MAX}`;

const bodyItem = z.discriminatedUnion(
  'kind',
  [
    z.object({
      ...inCart,
      kind: z.literal('image-download'),
      resolutionTier: z.enum(imageSizes, noItem),
      format: z.enum(downloadFormats, noItem),
      quantity: z.literal(1, noItem),
    }),
    z.object({
      ...inCart,
      kind: z.literal('product'),
      productId: textOf(60),
      /** Empty where the product has none. */
      size: z._default(textOf(20), ''),
      color: z._default(textOf(30), ''),
      quantity: z.int(noQuantity).check(z.gte(1, noQuantity), z.lte(QUANTITY_MAX, noQuantity)),
      placement,
    }),
  ],
  noItem,
);

const orderTo = (to: typeof address) =>
  z
    .object({
      /** A reference of the browser's; the order's own id is the server's. */
      id: z.string(noReference).check(z.regex(/^ORD-\d{1,20}$/, noReference)),
      customerName: filled(200),
      customerEmail: filled(254).check(z.regex(/^[^\s@]+@[^\s@]+$/, noEmail)),
      customerPhone: optionalLine(40),
      items: z
        .array(bodyItem, orderProblems.empty.message)
        .check(
          z.minLength(1, orderProblems.empty.message),
          z.maxLength(ORDER_ITEMS_MAX, `An order has at most ${ORDER_ITEMS_MAX} items`),
        ),
      /** Needed for products alone, as is the method. */
      shipping_address: z.optional(z.nullable(to)),
      delivery_method: z.optional(z.nullable(z.enum(deliveryMethods, 'Please choose a delivery method'))),
      /** In dollars, delivery included, as it was shown. */
      total: z.optional(dollars),
      /** As the page shows it; if it has changed meanwhile, the order is refused. */
      test_mode: z.boolean(modeMissing),
    })
    .check(
      z.refine(({ items, shipping_address: goesTo }) => goesTo || items.every(({ kind }) => kind !== 'product'), {
        path: ['shipping_address'],
        message: addressMissing,
      }),
      z.refine(({ items, delivery_method: by }) => by || items.every(({ kind }) => kind !== 'product'), {
        path: ['delivery_method'],
        message: 'Please choose a delivery method',
      }),
    );

/** spec: public-and-commerce §3 "Order"; what the server decides itself is accepted and not read. */
export const orderBody = orderTo(address);

/** An order that a browser keeps until it is sent; it is read without the list of countries. */
export const storedOrderBody = orderTo(addressIn(neededLine(addressMissing, 100)));
