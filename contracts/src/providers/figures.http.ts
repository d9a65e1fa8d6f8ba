import * as z from 'zod/mini';
import { everyOperator } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';

/** Figures of one provider over the days asked for. Dollars; milliseconds. */
const providerFigures = z.object({
  /** The provider's name. */
  id: z.string(),
  generations: z.number(),
  pictures: z.number(),
  completed: z.number(),
  /** By reason, as `GenerationFailed` names it. */
  failed: z.record(z.string(), z.number()),
  cancelled: z.number(),
  /** What it cost for sure, and what it may have cost besides. */
  cost: z.number(),
  perhaps: z.number(),
  /** Dollars of the paid credits that were spent on it; free credits count nothing. */
  income: z.number(),
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
});
export type ProviderFigures = z.output<typeof providerFigures>;

/** In a file of its own: the console's menu asks who may call it, and loads nothing else of the providers. */
export const providerFiguresHttp = {
  /** Of the last `days` days, UTC, today included; every provider that had a generation in them. */
  figures: route({
    method: 'GET',
    path: '/api/admin/providers/figures',
    side: 'query',
    access: everyOperator,
    query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(90)), 30) }),
    reply: z.object({ success: z.literal(true), days: z.number(), figures: z.array(providerFigures) }),
  }),
};
