import * as z from 'zod/mini';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { placement } from '../products/placement.ts';
import { address, orderBody } from './order-body.ts';
import { deliveryMethods, orderProblems, orderStatuses } from './policy.ts';

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
const placed = z.object(summary);

const shared = {
  ...summary,
  placed_at: instant,
  /** Of the first few items: where the image cookie goes. */
  thumbnails: z.array(z.string()),
};

const listed = z.object({
  ...shared,
  items: z.number(),
  /** Those of the items that are printed. */
  products: z.array(z.object({ name: z.string(), quantity: z.number() })),
  /** The last instant by which all is promised; null until the last parcel is on its way. */
  promised_by: z.nullable(instant),
});
export type ListedOrder = z.output<typeof listed>;

const itemShared = {
  id: z.uuid(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  /** Of all its copies. */
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

const timelineEntry = z.object({
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
      /** What the member has reported; null until then. */
      arrived: z.nullable(z.boolean()),
    }),
  ),
  /** Dollars that went back to the card. */
  refunded: z.number(),
  /** Number of the invoice; null until it is issued. */
  invoice: z.nullable(z.string()),
  timeline: z.array(timelineEntry),
};
const own = z.object(wholeOrder);
export type OwnOrder = z.output<typeof own>;

const params = z.object({ id: z.uuid() });
/** An order after a command, as far as the command may have changed it. */
export const changedOrder = z.object({ success: z.literal(true), order: placed });

export const ordersHttp = {
  /** Orders the cart. A test order is done with that; any other one waits for its payment. */
  place: route({
    method: 'POST',
    path: '/api/orders',
    side: 'command',
    access: 'member',
    body: orderBody,
    // Clients send small pictures of the items along, which are not read.
    bodyBytes: 2_000_000,
    reply: z.object({ success: z.literal(true), message: z.string(), order: placed }),
    errors: [
      orderProblems.itemsUnavailable,
      orderProblems.priceChanged,
      orderProblems.modeChanged,
      orderProblems.belowLeast,
      orderProblems.cardsNotTaken,
      orderProblems.printsNotTaken,
    ],
    moves: ['orders'],
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /**
   * Pays an order by card, or looks its payment up. `paymentMethod` is one of the card service's test
   * methods; with a real key the browser confirms by `clientSecret` itself, and then calls this without one. Repeated,
   * it charges nothing twice.
   */
  pay: route({
    method: 'POST',
    path: '/api/orders/:id/payment',
    side: 'command',
    access: 'member',
    params,
    body: z.object({ paymentMethod: z.optional(z.string().check(z.regex(/^pm_card_\w{1,60}$/))) }),
    reply: z.object({
      success: z.literal(true),
      /** `open`: no card has been tried. `processing`: the bank takes its time. */
      payment: z.enum(['open', 'processing', 'paid']),
      message: z.nullable(z.string()),
      /** Page on which the bank asks the cardholder (3-D Secure); it leads back to the checkout. */
      authenticateAt: z.nullable(z.string()),
      clientSecret: z.nullable(z.string()),
      order: placed,
    }),
    errors: [
      orderProblems.notFound,
      orderProblems.notPayable,
      orderProblems.itemsUnavailable,
      orderProblems.paymentRefused,
    ],
    moves: ['orders', 'purchases', 'statement', 'public-gallery', 'favorites'],
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /** Cancels an order until it is in production, and refunds it. A test order can be cancelled at any time. */
  cancel: route({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    side: 'command',
    access: 'member',
    params,
    reply: z.object({ success: z.literal(true), order: placed }),
    errors: [orderProblems.notFound, orderProblems.notCancellable],
    moves: ['orders'],
    limit: { calls: 60, seconds: 3600 },
  }),
  /** Changes where an order goes, until it is in production. */
  changeAddress: route({
    method: 'POST',
    path: '/api/orders/:id/address',
    side: 'command',
    access: 'member',
    params,
    body: address,
    reply: changedOrder,
    errors: [orderProblems.notFound, orderProblems.addressFixed],
    moves: ['orders'],
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /**
   * Reports whether all has arrived. The delivery of an order that is missing after the promised day is refunded, once.
   */
  reportArrival: route({
    method: 'POST',
    path: '/api/orders/:id/arrival',
    side: 'command',
    access: 'member',
    params,
    body: z.object({ arrived: z.boolean('Please say whether it has arrived') }),
    reply: changedOrder,
    errors: [orderProblems.notFound, orderProblems.notLateYet],
    moves: ['orders'],
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /** The newest first. */
  own: route({
    method: 'GET',
    path: '/api/orders',
    side: 'query',
    access: 'member',
    query: pageQuery(12),
    reply: z.object({ success: z.literal(true), items: z.array(listed), pagination }),
  }),
  one: route({
    method: 'GET',
    path: '/api/orders/:id',
    side: 'query',
    access: 'member',
    params,
    /** `titles`: what the images were made from, by generation; of a maker who was erased there is none. */
    reply: z.object({ success: z.literal(true), order: own, titles: z.record(z.string(), z.string()) }),
    errors: [orderProblems.notFound],
  }),
  /** `thumbnail.webp`: where the image cookie goes. */
  image: route({
    method: 'GET',
    path: '/api/images/auth/orders/:id/:item/thumbnail.webp',
    side: 'query',
    access: 'member-or-cookie',
    params: z.object({ id: z.uuid(), item: z.uuid() }),
    errors: [orderProblems.notFound],
  }),
};
