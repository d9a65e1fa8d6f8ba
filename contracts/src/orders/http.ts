import * as z from 'zod/mini';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { listQuery, reasonText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText, trimmed } from '../kernel/needed.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';

import { placement } from '../products/placement.ts';
import { countryCodeOf } from './countries.ts';
import {
  deliveryMethods,
  lookupKinds,
  NOTE_MAX,
  orderProblems,
  orderStatuses,
  ORDER_ITEMS_MAX,
  QUANTITY_MAX,
} from './policy.ts';

const noPrice = 'This is not a price';
const dollars = z.number(noPrice).check(z.gte(0, noPrice), z.lte(1_000_000, noPrice));
const noReference = 'This is not a reference of an order';
const required = 'Please fill in all required fields';
const filled = (longest: number) => neededText(required).check(z.maxLength(longest));
const modeMissing = 'Please say whether this is a test order';

const addressMissing = 'Please fill in all address fields';

const delivered = neededText(addressMissing).check(
  z.refine((name) => countryCodeOf(name) !== undefined, 'We do not deliver to this country yet'),
);

/** State and code may be empty where the country has none (`addressFaults`). */
const addressIn = (country: typeof delivered) =>
  z.object(
    {
      street: neededText(addressMissing).check(z.maxLength(200)),
      city: neededText(addressMissing).check(z.maxLength(100)),
      state: z._default(z.string().check(trimmed(), z.maxLength(100)), ''),
      zipCode: z._default(z.string().check(trimmed(), z.maxLength(20)), ''),
      country,
    },
    addressMissing,
  );

const address = addressIn(delivered);
export type Address = z.output<typeof address>;

/** What both kinds of items have in the cart; `price` is of one, in dollars, as it was shown. */
const inCart = {
  id: z.string().check(z.maxLength(200)),
  generationId: z.uuid(),
  variantId: z.uuid(),
  price: z.optional(dollars),
};
const noQuantity = `Please choose a quantity from 1 to ${QUANTITY_MAX}`;

const bodyItem = z.discriminatedUnion('kind', [
  z.object({
    ...inCart,
    kind: z.literal('image-download'),
    resolutionTier: z.enum(imageSizes),
    format: z.enum(downloadFormats),
    quantity: z.literal(1),
  }),
  z.object({
    ...inCart,
    kind: z.literal('product'),
    productId: z.string().check(z.maxLength(60)),
    /** Empty where the product has none. */
    size: z._default(z.string().check(z.maxLength(20)), ''),
    color: z._default(z.string().check(z.maxLength(30)), ''),
    quantity: z.int(noQuantity).check(z.gte(1, noQuantity), z.lte(QUANTITY_MAX, noQuantity)),
    placement,
  }),
]);

const orderTo = (to: typeof address) =>
  z
    .object({
      /** A reference of the browser's; the order's own id is the server's. */
      id: z.string(noReference).check(z.regex(/^ORD-\d{1,20}$/, noReference)),
      customerName: filled(200),
      customerEmail: filled(254).check(z.includes('@', 'Please enter a valid email address')),
      customerPhone: z._default(z.string().check(trimmed(), z.maxLength(40)), ''),
      items: z
        .array(bodyItem, orderProblems.empty.message)
        .check(z.minLength(1, orderProblems.empty.message), z.maxLength(ORDER_ITEMS_MAX)),
      /** Where products go, and how; an order of downloads alone needs neither. */
      shipping_address: z.optional(z.nullable(to)),
      delivery_method: z.optional(z.nullable(z.enum(deliveryMethods, 'Please choose a delivery method'))),
      /** In dollars, delivery included, as it was shown. */
      total: z.optional(dollars),
      /** As the page saw it: where it has changed meanwhile, nothing is ordered. */
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

/** spec: public-and-commerce §3 "Order"; what the server decides itself is taken and not read. */
export const orderBody = orderTo(address);

/** As a browser keeps it until it is sent: which countries are delivered to is not asked before. */
export const storedOrderBody = orderTo(addressIn(z.string()));

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

const whole = {
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
      /** What the member has said; null until then. */
      arrived: z.nullable(z.boolean()),
    }),
  ),
  /** Dollars that went back to the card. */
  refunded: z.number(),
  /** Number of the invoice; null until it is issued. */
  invoice: z.nullable(z.string()),
  timeline: z.array(timelineEntry),
};
const own = z.object(whole);
export type OwnOrder = z.output<typeof own>;

const params = z.object({ id: z.uuid() });
const readers = { operators: ['admin', 'support', 'auditor'] } as const;
const supporters = { operators: ['admin', 'support'] } as const;
const changed = z.object({ success: z.literal(true), order: placed });

/** An order in the console. */
const record = z.object({
  ...whole,
  member_id: z.uuid(),
  /** At the card service; null until a payment is opened. */
  payment_id: z.nullable(z.string()),
  /** At the print service; null of an order of downloads alone. */
  print: z.nullable(
    z.object({
      /** Counts from 1: a reprint is another one. */
      attempt: z.number(),
      /** `ord_…`, null until it is sent there. */
      id: z.nullable(z.string()),
      /** Why it cannot go on; null while it can. */
      problem: z.nullable(z.string()),
      /** Dollars of all attempts; null until the print service has said so. */
      cost: z.nullable(z.number()),
    }),
  ),
  /** What delivery cost has gone back, or is about to. */
  shipping_refunded: z.boolean(),
  notes: z.array(z.object({ id: z.uuid(), note: z.string(), at: instant, operator_id: z.string() })),
  /** Past the day that was promised, or stuck at the print service: these come first. */
  late: z.boolean(),
  /** Where its first event is in the log: the cursor of the list. */
  position: z.string(),
});
export type OrderRecord = z.output<typeof record>;

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
   * Pays an order by card, or looks what became of its payment. `paymentMethod` is one of the card service's test
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
  /** Until it is in production: what was paid goes back to the card. A test order at any time. */
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
  /** Until it is in production. */
  changeAddress: route({
    method: 'POST',
    path: '/api/orders/:id/address',
    side: 'command',
    access: 'member',
    params,
    body: address,
    reply: changed,
    errors: [orderProblems.notFound, orderProblems.addressFixed],
    moves: ['orders'],
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /**
   * Whether all has arrived. What is missing after the day that was promised has its delivery refunded by itself, once.
   */
  reportArrival: route({
    method: 'POST',
    path: '/api/orders/:id/arrival',
    side: 'command',
    access: 'member',
    params,
    body: z.object({ arrived: z.boolean('Please say whether it has arrived') }),
    reply: changed,
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
  /**
   * A bare array, keyset-paged by position, the newest first. Filters: `id`, `status` (one or several), `test` (`true`
   * or `false`), `late` (`true` or `false`), `q` (the start of a reference), `tracking` (the number of a parcel),
   * `member`, `payment`; `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/orders',
    side: 'query',
    access: readers,
    query: listQuery,
    reply: z.array(record),
  }),
  /**
   * Finds the newest orders of a customer: by the whole email address, or by the start of the name. An event tells who
   * looked whom up, before the answer is sent.
   */
  lookUp: route({
    method: 'POST',
    path: '/api/admin/orders/lookups',
    side: 'query',
    access: readers,
    body: z.object({
      by: z.enum(lookupKinds, 'Please choose email or name'),
      text: neededText('Please enter an email address or a name').check(
        z.minLength(3, 'Please enter three characters or more'),
        z.maxLength(254),
      ),
    }),
    reply: z.object({
      success: z.literal(true),
      orders: z.array(z.uuid()),
      /** There are older ones, which are left out. */
      more: z.boolean(),
    }),
    limit: { calls: 60, seconds: 3600 },
  }),
  /** `late`: orders that are late now. */
  counts: route({
    method: 'GET',
    path: '/api/admin/orders/counts',
    side: 'query',
    access: readers,
    reply: z.object({ success: z.literal(true), late: z.number() }),
  }),
  /** A thumbnail of what was ordered, in WebP. */
  picture: route({
    method: 'GET',
    path: '/api/admin/orders/:id/items/:item/thumbnail',
    side: 'query',
    access: readers,
    params: z.object({ id: z.uuid(), item: z.uuid() }),
    errors: [orderProblems.notFound],
  }),
  record: route({
    method: 'GET',
    path: '/api/admin/orders/:id',
    side: 'query',
    access: readers,
    params,
    reply: record,
    errors: [orderProblems.notFound],
  }),
  note: route({
    method: 'POST',
    path: '/api/admin/orders/:id/notes',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ note: neededText('Please enter a note').check(z.maxLength(NOTE_MAX)) }),
    reply: changed,
    errors: [orderProblems.notFound],
    moves: ['orders'],
    idempotent: true,
  }),
  /** As the member’s own; an order in production is cancelled at the print service, where it still can be. */
  cancelByOperator: route({
    method: 'POST',
    path: '/api/admin/orders/:id/cancel',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ reason: reasonText }),
    reply: changed,
    errors: [orderProblems.notFound, orderProblems.notCancellable],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Of what has not gone back: all of it, what delivery cost, or some items. */
  refund: route({
    method: 'POST',
    path: '/api/admin/orders/:id/refunds',
    side: 'command',
    access: supporters,
    params,
    body: z.object({
      what: z.enum(['all', 'delivery', 'items'], 'Please choose what to refund'),
      items: z._default(z.array(z.uuid()).check(z.maxLength(ORDER_ITEMS_MAX)), []),
      reason: reasonText,
    }),
    reply: changed,
    errors: [orderProblems.notFound, orderProblems.notRefundable],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Has it printed once more: after the print service could not, or where it got lost or broke. */
  reprint: route({
    method: 'POST',
    path: '/api/admin/orders/:id/prints',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ reason: reasonText }),
    reply: changed,
    errors: [orderProblems.notFound, orderProblems.notPrintable],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Also where the print service could not deliver to the old one: before it is printed once more. */
  correctAddress: route({
    method: 'POST',
    path: '/api/admin/orders/:id/address',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ address, reason: reasonText }),
    reply: changed,
    errors: [orderProblems.notFound, orderProblems.addressFixed],
    moves: ['orders'],
    idempotent: true,
  }),
};

/** What the print service calls: addresses with a secret in them, made for one order. */
export const printHttp = {
  /** The file of one item; its address holds as long as it may still be printed. */
  file: route({
    method: 'GET',
    path: '/api/print/files/:token',
    side: 'command',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.maxLength(2000)) }),
    errors: [orderProblems.notFound],
    limit: { calls: 600, seconds: 60 },
    acts: true,
  }),
  /** Something has changed there: a hint to look, whatever it says. */
  changed: route({
    method: 'POST',
    path: '/api/print/changed/:token',
    side: 'command',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.maxLength(2000)) }),
    reply: z.object({ success: z.literal(true) }),
    errors: [orderProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
};
