import * as z from 'zod/mini';
import { dayRange } from '../kernel/day-range.ts';
import { route } from '../kernel/http.ts';

const success = z.literal(true);
const range = { from: z.string(), to: z.string() };
const analysts = { operators: ['admin', 'analyst'] } as const;

/** Weeks after the first of which cohorts are told. */
export const COHORT_WEEKS = 12;

export const journeysHttp = {
  /**
   * How far those came who registered on these days, until now; and how many visits began on them. Nobody knows whose
   * visits these were. A purchase is an image that was bought, a plan or a top-up that was paid for.
   */
  funnel: route({
    method: 'GET',
    path: '/api/admin/funnel',
    side: 'query',
    access: analysts,
    query: dayRange,
    reply: z.object({
      success,
      ...range,
      visits: z.number(),
      registered: z.number(),
      /** Who has had a picture made, or taken one along that a visitor had made. */
      pictured: z.number(),
      /** Of those. */
      bought: z.number(),
    }),
  }),
  /**
   * Of those who registered in a week (UTC, from Monday on), how many asked for an image, bought one or fetched a file
   * in it and in each that follows. Every week of the days asked for, the oldest first; `active` ends with the running
   * one.
   */
  cohorts: route({
    method: 'GET',
    path: '/api/admin/cohorts',
    side: 'query',
    access: analysts,
    query: dayRange,
    reply: z.object({
      success,
      ...range,
      cohorts: z.array(z.object({ week: z.string(), members: z.number(), active: z.array(z.number()) })),
    }),
  }),
};
