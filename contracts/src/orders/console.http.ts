import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { lookupKinds, orderProblems } from './policy.ts';
import { timelineEntry, wholeOrder } from './shown-order.ts';

const params = z.object({ id: z.uuid() });
const readers = { operators: ['admin', 'support', 'auditor'] } as const;

/** An order in the console. */
const record = z.object({
  ...wholeOrder,
  timeline: z.array(
    z.extend(timelineEntry, {
      /** The operator who did it; null where no operator did. */
      operator_id: z.nullable(z.string()),
      /** In the operator's words; empty where there are none. */
      reason: z.string(),
    }),
  ),
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
  /** Whether the cost of delivery has been refunded, or is about to be. */
  shipping_refunded: z.boolean(),
  notes: z.array(z.object({ id: z.uuid(), note: z.string(), at: z.string(), operator_id: z.string() })),
  /** Past the promised day, or stuck at the print service. */
  late: z.boolean(),
  /** Its place in the list, for `before` and `after`. It changes when the order becomes late, or no longer is. */
  cursor: z.string(),
});
export type OrderRecord = z.output<typeof record>;

export const ordersConsoleHttp = {
  /**
   * A bare array, keyset-paged by `cursor`: late orders first, then the others, each with the newest first. In
   * `filter`: `id`, `status` (one or several), `test` (`true` or `false`), `late` (`true` or `false`), `q` (the start
   * of a reference), `tracking` (the number of a parcel), `member`, `payment`; `before`, `after`.
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
   * Finds the newest orders of a customer: by the whole email address, or by the start of the name. An event records
   * who looked whom up, before the answer is sent.
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
      /** Whether older ones are left out. */
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
};
