import * as z from 'zod/mini';
import { dayRange } from '../kernel/day-range.ts';
import { route } from '../kernel/http.ts';
import { metric } from './http.ts';
import { connections, measuredTexts, vitals } from './policy.ts';

const success = z.literal(true);
const analysts = { operators: ['admin', 'analyst'] } as const;

/** Rows of a list at most, those that count most. */
export const FIELD_ROWS = 100;
/** Builds at most, those that came last. */
export const BUILDS = 20;

const range = { from: z.string(), to: z.string() };
/** Views by how they are rated. */
const shares = { good: z.number(), needs_improvement: z.number(), poor: z.number() };
const measured = z.extend(metric, shares);
const slow = {
  page: z.string(),
  build: z.string(),
  times: z.number(),
  average_ms: z.number(),
};

export const telemetryConsoleHttp = {
  /**
   * How pages came to everybody, of one page, of one build, or of all; of one vital also by page, build, connection and
   * day; and what kept people waiting longest, most often. Within 3 % of what was measured.
   */
  performance: route({
    method: 'GET',
    path: '/api/admin/performance',
    side: 'query',
    access: analysts,
    query: z.safeExtend(dayRange, {
      vital: z._default(z.enum(vitals, 'Please name a vital'), 'lcp'),
      page: z.optional(z.string().check(z.maxLength(100, 'Please name a page'))),
      build: z.optional(z.string().check(z.regex(measuredTexts.build, 'Please name a build'))),
    }),
    reply: z.object({
      success,
      ...range,
      /** Of each vital that was measured. */
      metrics: z.array(measured),
      /**
       * Of the vital that was asked for: the worst page first, the newest build first, the slowest connection first.
       */
      pages: z.array(z.extend(measured, { page: z.string() })),
      /** `since`: the first of these days on which it was measured. */
      builds: z.array(z.extend(measured, { build: z.string(), since: z.string() })),
      connections: z.array(z.extend(measured, { connection: z.enum(connections) })),
      /** Every day, the oldest first; null where nothing was measured. */
      days: z.array(z.object({ day: z.string(), p75: z.nullable(z.number()), ...shares })),
      slow: z.array(z.object({ ...slow, resource: z.string(), kind: z.string() })),
      /** The work of pages themselves. */
      long_tasks: z.array(z.object(slow)),
    }),
  }),
  /**
   * Where visits began, and how many who registered came from there; most visits first. The landing is null for those
   * who registered without a recorded visit, so that the days' registrations add up to all there were.
   */
  landings: route({
    method: 'GET',
    path: '/api/admin/landings',
    side: 'query',
    access: analysts,
    query: dayRange,
    reply: z.object({
      success,
      ...range,
      landings: z.array(
        z.object({
          landing: z.nullable(z.string()),
          referrer_host: z.nullable(z.string()),
          visits: z.number(),
          registered: z.number(),
        }),
      ),
    }),
  }),
};
