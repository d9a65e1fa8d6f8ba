import * as z from 'zod/mini';
import { everyOperator } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';

/** Statistics of one provider over the requested days. Money is in dollars. */
const providerFigures = z.object({
  /** The provider's name. */
  id: z.string(),
  generations: z.number(),
  pictures: z.number(),
  completed: z.number(),
  /** Failures by the `reason` of `GenerationFailed`. */
  failed: z.record(z.string(), z.number()),
  cancelled: z.number(),
  /** Dollars that were charged for certain; `perhaps` holds what calls with an unknown outcome may have cost. */
  cost: z.number(),
  perhaps: z.number(),
  /** Income in dollars from the paid credits that were spent here; free credits count as zero. */
  income: z.number(),
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
});
export type ProviderFigures = z.output<typeof providerFigures>;

/** Kept in a separate file: the console's menu needs only this route's access rule. */
export const providerFiguresHttp = {
  /** Returns the last `days` UTC days including today, for every provider that had a generation in them. */
  figures: route({
    method: 'GET',
    path: '/api/admin/providers/figures',
    side: 'query',
    access: everyOperator,
    query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(90)), 30) }),
    reply: z.object({ success: z.literal(true), days: z.number(), figures: z.array(providerFigures) }),
  }),
};
