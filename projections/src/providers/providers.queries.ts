import { rangeOf } from '@easel/contracts/kernel/day-range';
import type { ProviderFigures, providersHttp } from '@easel/contracts/providers/http';
import { PAID_CREDIT_MICROS } from '@easel/contracts/providers/income.policy';
import { FREE_TENTHS } from '@easel/contracts/subscriptions/entitlement.policy';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { providers } from './providers.projector.ts';

export const providersModel = readModel(providers);
const { schema } = providersModel;

/** As `incomeMicros` of the contracts has it. */
const FIGURES = new Statement<{ figures: ProviderFigures[]; incomplete: boolean }>(
  'providers figures',
  `with asked as (select * from ${schema}.generation where asked_at >= $1::timestamptz),
   failed as (
     select provider, json_object_agg(reason, times order by reason) as failed
     from (
       select provider, reason, count(*) as times from asked where outcome = 'failed' group by provider, reason
     ) as by_reason group by provider
   ),
   of_month as (
     select provider, member_id, month, sum(allowance_tenths) as tenths
     from asked join ${schema}.spent on generation_id = id and captured
     group by provider, member_id, month
   ),
   income as (
     select provider,
       sum(round(tenths * ${PAID_CREDIT_MICROS} / 10 * least(1, (level_tenths - owed_tenths)::numeric / level_tenths)))
         as micros
     from of_month join ${schema}.allowance using (member_id, month)
     where payments > 0 and level_tenths > owed_tenths and level_tenths > 0
       and (reversals = 0 or level_tenths - owed_tenths > ${FREE_TENTHS})
     group by provider
   ),
   figures as (
     select provider as id,
       count(*)::float8 as generations,
       coalesce(sum(pictures) filter (where outcome = 'completed'), 0)::float8 as pictures,
       count(*) filter (where outcome = 'completed')::float8 as completed,
       coalesce((select failed::jsonb from failed where failed.provider = asked.provider), '{}') as failed,
       count(*) filter (where outcome = 'cancelled')::float8 as cancelled,
       (sum(known_micros) / 1000000)::float8 as cost,
       (sum(perhaps_micros) / 1000000)::float8 as perhaps,
       coalesce((select micros from income where income.provider = asked.provider) / 1000000, 0)::float8 as income,
       percentile_disc(0.5) within group (order by processing_ms) as "p50Ms",
       percentile_disc(0.95) within group (order by processing_ms) as "p95Ms"
     from asked group by provider
   )
   select coalesce((select json_agg(figures order by id) from figures), '[]') as figures,
     exists (select from ${schema}.incomplete) as incomplete`,
  true,
);

/** Answers `admin/providers/figures`: of so many UTC days up to the one of `now`. */
export async function providersFigures(reads: Reads, days: number, now: Date): Promise<JsonReply> {
  const [found] = await FIGURES.run(reads, [`${rangeOf({ days }, now).from}T00:00:00Z`]);
  if (!found) throw new Error('figures without a row');
  const { figures, incomplete } = found;
  const reply: z.output<typeof providersHttp.figures.reply> = { success: true, days, figures };
  return { json: JSON.stringify(reply), incomplete };
}
