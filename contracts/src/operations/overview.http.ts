import * as z from 'zod/mini';
import { everyOperator } from '../kernel/console.ts';
import { dayRange } from '../kernel/day-range.ts';
import { route } from '../kernel/http.ts';

const outcomes = { requested: z.number(), completed: z.number(), failed: z.number(), cancelled: z.number() };
/** Credits. `granted` is what members were given and bought; revoked and expired credits are not taken off. */
const movements = { granted: z.number(), held: z.number(), captured: z.number(), released: z.number() };
/** Orders that were paid, with the dollars of it, and that left. Neither test orders nor test payments count. */
const orders = { orders: z.number(), orders_paid: z.number(), shipped: z.number() };
/** Of people: visits that began, members who registered, images that were bought. */
const people = { visits: z.number(), registered: z.number(), purchases: z.number() };

/** Of one UTC day. */
const sums = z.object({ ...people, ...orders, ...outcomes, ...movements });

export const overviewHttp = {
  /**
   * Days are UTC, by when a fact was recorded; one without facts is all zeros. `days` has the oldest first; `today` is
   * told whichever they are.
   */
  overview: route({
    method: 'GET',
    path: '/api/admin/overview',
    side: 'query',
    access: everyOperator,
    query: dayRange,
    reply: z.object({
      success: z.literal(true),
      at: z.string(),
      from: z.string(),
      to: z.string(),
      today: sums,
      days: z.array(z.extend(sums, { day: z.string() })),
    }),
  }),
};
