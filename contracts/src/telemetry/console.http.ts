import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { days, metric } from './http.ts';

const success = z.literal(true);
const analysts = { operators: ['admin', 'analyst'] } as const;

/** Rows of a list at most, those that count most. */
export const FIELD_ROWS = 100;

export const telemetryConsoleHttp = {
  /** How pages came to everybody, of one page, of one build, or of all; and what kept people waiting longest, most often. */
  performance: route({
    method: 'GET',
    path: '/api/admin/performance',
    side: 'query',
    access: analysts,
    query: z.extend(days, {
      page: z.optional(z.string().check(z.maxLength(100))),
      build: z.optional(z.string().check(z.maxLength(16))),
    }),
    reply: z.object({
      success,
      metrics: z.array(metric),
      slow: z.array(
        z.object({
          page: z.string(),
          build: z.string(),
          /** Empty for the page's own work. */
          resource: z.string(),
          kind: z.string(),
          times: z.number(),
          average_ms: z.number(),
        }),
      ),
    }),
  }),
  /** Where visits began, and how many of them came to an account; most visits first. */
  landings: route({
    method: 'GET',
    path: '/api/admin/landings',
    side: 'query',
    access: analysts,
    query: days,
    reply: z.object({
      success,
      landings: z.array(
        z.object({
          landing: z.string(),
          referrer_host: z.nullable(z.string()),
          visits: z.number(),
          registered: z.number(),
        }),
      ),
    }),
  }),
};
