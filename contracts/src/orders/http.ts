import * as z from 'zod/mini';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText, trimmed } from '../kernel/needed.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { orderProblems, orderStatuses, ORDER_ITEMS_MAX } from './policy.ts';

const noPrice = 'This is not a price';
const dollars = z.number(noPrice).check(z.gte(0, noPrice), z.lte(1_000_000, noPrice));
const noReference = 'This is not a reference of an order';
const required = 'Please fill in all required fields';
const filled = (longest: number) => neededText(required).check(z.maxLength(longest));
const modeMissing = 'Please say whether this is a test order';

/** spec: public-and-commerce §3 "Order"; what the server decides itself is taken and not read. */
export const orderBody = z.object({
  /** A reference of the browser's; the order's own id is the server's. */
  id: z.string(noReference).check(z.regex(/^ORD-\d{1,20}$/, noReference)),
  customerName: filled(200),
  customerEmail: filled(254).check(z.includes('@', 'Please enter a valid email address')),
  customerPhone: z._default(z.string().check(trimmed(), z.maxLength(40)), ''),
  items: z
    .array(
      z.object({
        kind: z.literal('image-download'),
        /** Of the cart. */
        id: z.string().check(z.maxLength(200)),
        generationId: z.uuid(),
        variantId: z.uuid(),
        resolutionTier: z.enum(imageSizes),
        format: z.enum(downloadFormats),
        quantity: z.literal(1),
        /** In dollars, as it was shown; another one than the server's is 409. */
        price: z.optional(dollars),
      }),
      orderProblems.empty.message,
    )
    .check(z.minLength(1, orderProblems.empty.message), z.maxLength(ORDER_ITEMS_MAX)),
  /** In dollars, as it was shown. */
  total: z.optional(dollars),
  /** As the page saw it: where it has changed meanwhile, nothing is ordered. */
  test_mode: z.boolean(modeMissing),
});

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

const listed = z.object({
  ...summary,
  placed_at: instant,
  /** Of the first few items: where the image cookie goes. */
  thumbnails: z.array(z.string()),
  items: z.number(),
});
export type ListedOrder = z.output<typeof listed>;

const orderedItem = z.object({
  id: z.uuid(),
  kind: z.literal('image-download'),
  generationId: z.uuid(),
  size: z.enum(imageSizes),
  format: z.enum(downloadFormats),
  price: z.number(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  thumbnail_url: z.string(),
  /** Once it is paid: its file, which wants the member's token. */
  download_url: z.nullable(z.string()),
});

const timelineEntry = z.object({
  what: z.enum(['placed', 'paid', 'payment-failed', 'delivered', 'cancelled', 'refunded', 'refund-failed']),
  at: instant,
  /** Dollars that moved; null where none did. */
  amount: z.nullable(z.number()),
});

const whole = {
  ...listed.shape,
  items: z.array(orderedItem),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
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

/** An order in the console. */
const record = z.object({
  ...whole,
  member_id: z.uuid(),
  /** At the card service; null until a payment is opened. */
  payment_id: z.nullable(z.string()),
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
    reply: z.object({ success: z.literal(true), message: z.string(), order: placed }),
    errors: [
      orderProblems.itemsUnavailable,
      orderProblems.priceChanged,
      orderProblems.modeChanged,
      orderProblems.belowLeast,
      orderProblems.cardsNotTaken,
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
  /** Until it is paid, or a test order at any time. */
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
   * or `false`), `q` (the start of a reference), `member`, `payment`; `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/orders',
    side: 'query',
    access: readers,
    query: listQuery,
    reply: z.array(record),
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
};
