import {
  deliveries,
  deliveryMethods,
  FREE_DELIVERY_CENTS,
  PRINT_AFTER_MS,
  PRODUCTION_DAYS,
  QUANTITY_MAX,
  UNPAID_ORDER_MS,
  type DeliveryMethod,
} from '@easel/contracts/orders/policy';
import { LEAST_DPI, WARNED_DPI } from '@easel/contracts/products/placement';
import { formatNumber } from '../../../lib/figures.ts';
import { fromPrices, type Topic } from '../entry.ts';
import { lines, listed, paragraphs, priceOf } from '../say.ts';

function daysText([least, most]: readonly [number, number]): string {
  return most === 1 ? 'next business day' : `${least}-${most} business days`;
}
const deliveryText = (method: DeliveryMethod): string => {
  const { name, cents, days } = deliveries[method];
  return `${name}: ${priceOf(cents)}, ${daysText(days)}`;
};
const MADE = `Products are made in ${PRODUCTION_DAYS[0]} to ${PRODUCTION_DAYS[1]} business days, then delivered.`;
const FREE = `Delivery is free for orders from ${priceOf(FREE_DELIVERY_CENTS)}.`;

/** spec: rulings "Products", "Print resolution", "Promised delivery", "Order status". */
export const prints: Topic = {
  area: 'features',
  entries: [
    {
      id: 'prints.products',
      title: 'What can I have printed?',
      phrases: [
        'print my picture',
        'print my art',
        'price of a t-shirt',
        'poster price',
        'mug tote phone case',
        'products in the shop',
        'how much is a poster',
        'shirt sizes and colors',
        'merch with my image',
        'which poster sizes are sold',
        'is a shirt available in black',
      ],
      ...fromPrices(({ products }, { product }) => {
        const text = ({ name, cents, sizes, colours }: (typeof products)[number]) => {
          const more = [sizes.length > 1 ? sizes.join(', ') : '', colours.join(', ')].filter((one) => one !== '');
          return `${name}: ${priceOf(cents)}${more.length > 0 ? ` (${more.join('; ')})` : ''}`;
        };
        const asked = products.filter(({ id }) => id === product || (product === 'poster' && id.startsWith('poster')));
        return paragraphs(
          lines((asked.length > 0 ? asked : products).map(text)),
          'Delivery is added. T-shirts are printed on the front.',
        );
      }),
      links: ['/shop'],
      next: ['prints.delivery', 'prints.order', 'prints.dpi'],
    },
    {
      id: 'prints.order',
      title: 'How do I order a product?',
      phrases: [
        'order a mug or poster with my design',
        'how to order prints',
        'put a product into the cart',
        'checkout steps',
        'place picture on the product',
        'whose pictures can i print',
        'maximum quantity copies',
        'print a picture of another member',
        'start checkout',
      ],
      answer: () =>
        `Open the shop, choose a product and one of your pictures, place it, and add it to the cart, up to ${QUANTITY_MAX} copies. The checkout then asks for your details, the address and the payment. You can print your own pictures, those you bought in the size that the product needs, and entries of an open challenge.`,
      links: ['/shop', '/cart'],
      next: ['prints.products', 'prints.delivery', 'prints.dpi'],
    },
    {
      id: 'prints.delivery',
      title: 'What does delivery cost, and how long does it take?',
      phrases: [
        'delivery price',
        'shipping cost',
        'business days until it is made',
        'how long does delivery take',
        'standard express overnight',
        'when will my order arrive',
        'free shipping from which amount',
        'delivery time',
        'production time of a product',
        'fastest shipping',
        'shipping to my country',
      ],
      answer({ delivery }) {
        const methods = delivery ? [deliveryText(delivery)] : deliveryMethods.map(deliveryText);
        return paragraphs(lines(methods), `${MADE} ${FREE} The checkout lists the countries that we deliver to.`);
      },
      links: ['/shop', '/cart'],
      next: ['prints.late', 'prints.tracking', 'prints.products'],
    },
    {
      id: 'prints.dpi',
      title: 'Is my picture large enough to print?',
      phrases: [
        'print resolution dpi',
        'picture too small for a poster',
        'print quality',
        'which size do i need for printing',
        'blurry print',
        'dpi warning',
        'resolution needed for a t-shirt',
        'sharp enough',
        'large enough for a poster',
        'minimum dpi',
      ],
      answer: () =>
        `The shop shows the dpi of your picture on the product. Below ${WARNED_DPI} dpi it warns you, below ${LEAST_DPI} it cannot be ordered. Make pictures for posters and T-shirts at 4K.`,
      links: ['/shop', '/generator'],
      next: ['making.sizes', 'prints.products', 'downloads.enlarged'],
    },
    {
      id: 'prints.tracking',
      title: 'Where is my order?',
      phrases: [
        'track my parcel',
        'tracking number',
        'where is my parcel',
        'order status meaning',
        'order in production',
        'has my order shipped',
        'orders page',
        'order confirmation mail',
        'when will my parcel arrive',
        'when do i get my mug shirt poster',
      ],
      answer: () =>
        'Each order’s page shows its status, the promised day, and the tracking number once a parcel is on its way: waiting for payment, paid, in production, shipped, delivered.',
      links: ['/orders'],
      next: ['own.orders', 'prints.late', 'prints.cancel'],
    },
    {
      id: 'prints.late',
      title: 'What if my parcel does not arrive?',
      phrases: [
        'parcel missing',
        'order not arrived',
        'delivery is late',
        'parcel lost',
        'promised day is over',
        'refund of delivery cost',
        'order takes longer than promised',
      ],
      answer: () =>
        'If the promised day is over, press “It has not arrived” on the order’s page. What delivery cost goes back to your card, and our support looks for the parcel.',
      links: ['/orders', '/contact'],
      next: ['prints.tracking', 'prints.fault', 'own.orders'],
    },
    {
      id: 'prints.cancel',
      title: 'Can I change or cancel an order?',
      phrases: [
        'cancel my order',
        'change delivery address of an order',
        'wrong address',
        'ordered by mistake',
        'change size of an ordered shirt',
        'edit an order',
        'order again',
        'unpaid order',
      ],
      answer: () =>
        `Until it is in production: an order goes to the print service ${formatNumber(PRINT_AFTER_MS / 60_000)} minutes after its payment. On its page you can change the address or cancel it until then, and what you paid goes back to your card. An unpaid order is cancelled after ${formatNumber(UNPAID_ORDER_MS / 3_600_000)} hours.`,
      links: ['/orders'],
      next: ['billing.refund', 'prints.fault', 'own.orders'],
    },
    {
      id: 'prints.fault',
      title: 'What if a product is faulty?',
      phrases: [
        'damaged product',
        'shirt has a hole',
        'poster arrived damaged',
        'wrong product delivered',
        'return a product',
        'exchange a shirt that does not fit',
        'complain about print quality',
        'misprint replacement',
        'send a product back',
      ],
      answer: () =>
        'Printed products are made to order: write to us with your order’s number and a picture of the fault, and we replace or refund it.',
      links: ['/contact', '/orders'],
      next: ['billing.refund', 'prints.cancel', 'support.contact'],
    },
    {
      id: 'prints.cart',
      title: 'What is in my cart?',
      phrases: [
        'shopping cart',
        'empty my cart',
        'remove an item from the cart',
        'cart price changed',
        'checkout problem',
        'cart items disappeared',
        'pay for what is in the cart',
      ],
      answer: () =>
        `Your cart keeps products and image downloads in this browser: ${listed(['change quantities', 'remove items', 'or clear it there'])}. The server checks each price at the checkout; if one has changed, you see the new one before anything is charged.`,
      links: ['/cart'],
      next: ['prints.order', 'billing.methods', 'prints.delivery'],
    },
  ],
};
