import * as z from 'zod/mini';
import { everyOperator } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';

const outcomes = { requested: z.number(), completed: z.number(), failed: z.number(), cancelled: z.number() };
/** Credits. `granted` is what members were given and bought; revoked and expired credits are not taken off. */
const movements = { granted: z.number(), held: z.number(), captured: z.number() };

/** The UTC days that the overview tells of, today among them. */
export const OVERVIEW_DAYS = 14;

export const overviewHttp = {
  /** Days are UTC, by when a fact was recorded; one without facts is all zeros. `days` has the oldest first. */
  overview: route({
    method: 'GET',
    path: '/api/admin/overview',
    side: 'query',
    access: everyOperator,
    reply: z.object({
      success: z.literal(true),
      at: z.string(),
      today: z.object({
        generations: z.object(outcomes),
        credits: z.object({ ...movements, released: z.number() }),
      }),
      days: z.array(z.object({ day: z.string(), ...outcomes, ...movements })),
    }),
  }),
};
