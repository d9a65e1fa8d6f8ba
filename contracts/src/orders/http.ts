import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { address, orderBody } from './order-body.ts';
import { orderProblems } from './policy.ts';
import { changedOrder, listedOrder, ownOrder, placedOrder } from './shown-order.ts';

export type { ListedOrder, OwnOrder, ShownItem } from './shown-order.ts';

const params = z.object({ id: z.uuid() });

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
    reply: z.object({ success: z.literal(true), message: z.string(), order: placedOrder }),
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
      order: placedOrder,
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
    reply: z.object({ success: z.literal(true), order: placedOrder }),
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
    reply: z.object({ success: z.literal(true), items: z.array(listedOrder), pagination }),
  }),
  one: route({
    method: 'GET',
    path: '/api/orders/:id',
    side: 'query',
    access: 'member',
    params,
    /** `titles`: what the images were made from, by generation; of a maker who was erased there is none. */
    reply: z.object({ success: z.literal(true), order: ownOrder, titles: z.record(z.string(), z.string()) }),
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
