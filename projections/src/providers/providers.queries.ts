import { rangeOf } from '@easel/contracts/kernel/day-range';
import type { ProviderFigures, providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { middleOf } from '../kernel/steps.ts';
import { providers } from './providers.projector.ts';

export const providersModel = readModel(providers);
const { schema } = providersModel;

type Found = Omit<ProviderFigures, 'p50Ms' | 'p95Ms'> & { p50: number | null; p95: number | null };

const FIGURES = new Statement<{ figures: Found[]; incomplete: boolean }>(
  'providers figures',
  `with failed as (
     select provider, json_object_agg(reason, times order by reason) as failed
     from (
       select provider, reason, sum(times) as times from ${schema}.failure_day
       where day >= $1::date group by provider, reason
     ) as by_reason group by provider
   ),
   so as (
     select provider, step, sum(sum(times)) over (partition by provider order by step) as so,
       sum(sum(times)) over (partition by provider) as whole
     from ${schema}.duration_day where day >= $1::date group by provider, step
   ),
   lasted as (
     select provider,
       min(step) filter (where so >= 0.5 * whole) as p50, min(step) filter (where so >= 0.95 * whole) as p95
     from so group by provider
   ),
   figures as (
     select provider as id,
       sum(generations)::float8 as generations, sum(pictures)::float8 as pictures,
       sum(completed)::float8 as completed, sum(cancelled)::float8 as cancelled,
       coalesce((select failed::jsonb from failed where failed.provider = asked.provider), '{}') as failed,
       (sum(known_micros) / 1000000)::float8 as cost,
       (sum(perhaps_micros) / 1000000)::float8 as perhaps,
       (sum(income_micros) / 1000000)::float8 as income,
       (select p50 from lasted where lasted.provider = asked.provider) as p50,
       (select p95 from lasted where lasted.provider = asked.provider) as p95
     from ${schema}.provider_day asked where day >= $1::date group by provider
   )
   select coalesce((select json_agg(figures order by id) from figures), '[]') as figures,
     exists (select from ${schema}.incomplete) as incomplete`,
);

/** Answers `admin/providers/figures` for the last `days` UTC days, including that of `now`. */
export async function providersFigures(reads: Reads, days: number, now: Date): Promise<JsonReply> {
  const [found] = await FIGURES.run(reads, [rangeOf({ days }, now).from]);
  if (!found) throw new Error('the figures query returned no row');
  const { incomplete } = found;
  const figures = found.figures.map(({ p50, p95, ...figure }) => ({ ...figure, p50Ms: toMs(p50), p95Ms: toMs(p95) }));
  const reply: z.output<typeof providerFiguresHttp.figures.reply> = { success: true, days, figures };
  return { json: JSON.stringify(reply), incomplete };
}

/** Converts a step back to milliseconds, within 2.5 % of the measured value. */
const toMs = (step: number | null): number | null => (step === null ? null : Math.round(middleOf(step)));
