import * as z from 'zod/mini';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { placement } from '../products/placement.ts';
import { deliveryMethods, orderStatuses } from './policy.ts';

/** How orders are shown; apart from the routes, which bring along what an order may be placed with. */

const instant = z.string();

/** An order as its member sees it in the list. Sums in dollars. */
const summary = {
  id: z.uuid(),
  reference: z.string(),
  status: z.enum(orderStatuses),
  subtotal: z.number(),
  shipping: z.number(),
  total: z.number(),
};
/** An order after a call about it. Sums in dollars. */
export const placedOrder = z.object(summary);

const shared = {
  ...summary,
  placed_at: instant,
  /** Addresses of the first few items' thumbnails, which the image cookie opens. */
  thumbnails: z.array(z.string()),
};

export const listedOrder = z.object({
  ...shared,
  items: z.number(),
  /** Those of the items that are printed. */
  products: z.array(z.object({ name: z.string(), quantity: z.number() })),
  /** The last instant by which all is promised; null until the last parcel is on its way. */
  promised_by: z.nullable(instant),
});
export type ListedOrder = z.output<typeof listedOrder>;

const itemShared = {
  id: z.uuid(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  /** The price of all its copies. */
  price: z.number(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  thumbnail_url: z.string(),
  /** Its money went back, or is about to. */
  refunded: z.boolean(),
};

const orderedItem = z.discriminatedUnion('kind', [
  z.object({
    ...itemShared,
    kind: z.literal('image-download'),
    size: z.enum(imageSizes),
    format: z.enum(downloadFormats),
    /** Once it is paid: its file, which wants the member's token. */
    download_url: z.nullable(z.string()),
  }),
  z.object({
    ...itemShared,
    kind: z.literal('product'),
    productId: z.string(),
    name: z.string(),
    size: z.string(),
    color: z.string(),
    quantity: z.number(),
    placement,
  }),
]);
export type ShownItem = z.output<typeof orderedItem>;

const parcel = z.object({
  id: z.string(),
  /** Empty where there is none. */
  carrier: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string(),
  dispatched_at: instant,
  /** The last instant by which it is promised. */
  promised_by: instant,
  items: z.array(z.uuid()),
});

export const timelineEntry = z.object({
  what: z.enum([
    'placed',
    'paid',
    'payment-failed',
    'address-changed',
    'in-production',
    'print-failed',
    'reprinted',
    'delayed',
    'parcel-shipped',
    'delivered',
    'missing',
    'cancelled',
    'refund-requested',
    'refunded',
    'refund-failed',
  ]),
  at: instant,
  /** Dollars that moved; null where none did. */
  amount: z.nullable(z.number()),
});

/** An order as its member sees it whole. */
export const wholeOrder = {
  ...shared,
  items: z.array(orderedItem),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  /** Null of an order of downloads alone. */
  delivery: z.nullable(
    z.object({
      method: z.enum(deliveryMethods),
      address: z.object({
        street: z.string(),
        city: z.string(),
        state: z.string(),
        zipCode: z.string(),
        country: z.string(),
      }),
      /** The last instant by which all is promised; null until the last parcel is on its way. */
      promised_by: z.nullable(instant),
      parcels: z.array(parcel),
      /** The member's report; null until there is one. */
      arrived: z.nullable(z.boolean()),
    }),
  ),
  /** Dollars that went back to the card. */
  refunded: z.number(),
  /** Number of the invoice; null until it is issued. */
  invoice: z.nullable(z.string()),
  timeline: z.array(timelineEntry),
};
export const ownOrder = z.object(wholeOrder);
export type OwnOrder = z.output<typeof ownOrder>;

/** An order after a command, as far as the command may have changed it. */
export const changedOrder = z.object({ success: z.literal(true), order: placedOrder });
