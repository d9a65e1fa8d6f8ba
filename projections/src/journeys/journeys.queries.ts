import type { DayRange } from '@easel/contracts/kernel/day-range';
import { COHORT_WEEKS, type journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { journeys } from './journeys.projector.ts';
import { mondayOf, WEEK_MS, weeksBetween } from './week.ts';

type FunnelReply = z.output<typeof journeysHttp.funnel.reply>;
type CohortsReply = z.output<typeof journeysHttp.cohorts.reply>;

export const journeysModel = readModel(journeys);
const { schema } = journeysModel;

const FUNNEL = new Statement<
  Pick<FunnelReply, 'visits' | 'registered' | 'pictured' | 'bought'> & { incomplete: boolean }
>(
  'funnel',
  `select
     (select coalesce(sum(visits), 0)::float8 from ${schema}.visit_day where day between $1::date and $2::date) as visits,
     count(*)::float8 as registered,
     count(pictured_on)::float8 as pictured,
     count(bought_on) filter (where pictured_on is not null)::float8 as bought,
     exists (select from ${schema}.incomplete) as incomplete
   from ${schema}.member where registered_on between $1::date and $2::date`,
  true,
);

/** Answers `admin/funnel`. */
export async function funnelOf(reads: Reads, { from, to }: DayRange): Promise<JsonReply> {
  const [found] = await FUNNEL.run(reads, [from, to]);
  if (!found) throw new Error('a funnel without a row');
  const { incomplete, ...figures } = found;
  const reply: FunnelReply = { success: true, from, to, ...figures };
  return { json: JSON.stringify(reply), incomplete };
}

const COHORTS = new Statement<{
  sizes: { week: string; members: number }[];
  active: { week: string; since: number; members: number }[];
  incomplete: boolean;
}>(
  'cohorts',
  `with cohort as materialized (
     select member_id, date_trunc('week', registered_on)::date as week from ${schema}.member
     where registered_on between $1::date and $2::date
   )
   select
     coalesce((select json_agg(sizes) from (
       select week, count(*) as members from cohort group by week
     ) sizes), '[]') as sizes,
     coalesce((select json_agg(active) from (
       select cohort.week, (active_week.week - cohort.week) / 7 as since, count(*) as members
       from cohort join ${schema}.active_week using (member_id)
       where active_week.week between cohort.week and cohort.week + ${COHORT_WEEKS * 7}
       group by 1, 2
     ) active), '[]') as active,
     exists (select from ${schema}.incomplete) as incomplete`,
  true,
);

/** Answers `admin/cohorts`; `now` tells which week is the running one. */
export async function cohortsOf(reads: Reads, { from, to }: DayRange, now: Date): Promise<JsonReply> {
  const [found] = await COHORTS.run(reads, [from, to]);
  if (!found) throw new Error('cohorts without a row');
  const running = mondayOf(now);
  const reply: CohortsReply = {
    success: true,
    from,
    to,
    cohorts: weeksOf({ from, to }).map((week) => ({
      week,
      members: found.sizes.find((row) => row.week === week)?.members ?? 0,
      active: Array.from(
        { length: Math.max(0, Math.min(COHORT_WEEKS, weeksBetween(week, running)) + 1) },
        (_, since) => found.active.find((row) => row.week === week && row.since === since)?.members ?? 0,
      ),
    })),
  };
  return { json: JSON.stringify(reply), incomplete: found.incomplete };
}

function weeksOf({ from, to }: DayRange): string[] {
  const first = Date.parse(mondayOf(new Date(from)));
  const length = Math.floor((Date.parse(to) - first) / WEEK_MS) + 1;
  return Array.from({ length }, (_, index) => new Date(first + index * WEEK_MS).toISOString().slice(0, 10));
}
