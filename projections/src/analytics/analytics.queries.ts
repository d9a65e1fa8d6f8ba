import { utcDay } from '@easel/contracts/account/policy';
import { imageSizes } from '@easel/contracts/downloads/policy';
import { DAY_MS, type DayRange } from '@easel/contracts/kernel/day-range';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { FIELD_ROWS, type telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import type { telemetryHttp } from '@easel/contracts/telemetry/http';
import type { ActivityType } from '@easel/contracts/telemetry/policy';
import { exists, jsonArrayFrom, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { analytics, VISITS } from './analytics.projector.ts';
import type { tables } from './analytics.tables.ts';

export const analyticsModel = readModel(analytics);
const { schema } = analyticsModel;
const db = queriesOf<Database<typeof tables>>(schema);

const ACTIVITY = new Statement<JsonReply>(
  'own activity',
  `with page as materialized (
     select at, id, event_type, generation_id from ${schema}.activity
     where member_id = $1::uuid and ($2::text is null or event_type = $2)
     order by at desc, id desc offset $3::int limit $4::int
   ),
   counted as materialized (
     select coalesce(sum(total), 0)::int as total,
       exists (select from ${schema}.incomplete where of = $1::uuid::text) as incomplete
     from ${schema}.activity_total where member_id = $1::uuid and ($2::text is null or event_type = $2)
   )
   select json_build_object('success', true, 'total', total, 'analytics', coalesce((
     select json_agg(json_build_object(
       'event_type', event_type,
       'generation_id', generation_id,
       'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     ) order by at desc, id desc) from page
   ), '[]'))::text as json, incomplete
   from counted`,
  // Deep pages are walked to.
  true,
);

/** Answers `analytics/user`: what a member did, of one type or of all, the newest first. Pages count from 1. */
export async function ownActivity(
  reads: Reads,
  memberId: string,
  { page, limit, event_type }: { page: number; limit: number; event_type?: ActivityType | undefined },
): Promise<JsonReply> {
  const [reply] = await ACTIVITY.run(reads, [memberId, event_type ?? null, (page - 1) * limit, limit]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}

const GENERATIONS = new WrittenStatement(
  'own generations by day',
  { memberId: column.uuid, of: column.text, from: column.date },
  (given) =>
    db.selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('generation_day')
          .where('member_id', '=', given('memberId'))
          .where('day', '>=', given('from'))
          .select(['day', 'total', 'completed', 'failed']),
      ).as('days'),
      jsonArrayFrom(
        eb
          .selectFrom('account_day')
          .where('member_id', '=', given('memberId'))
          .where('day', '>=', given('from'))
          .select(['day', 'spent_tenths', 'earned_tenths', 'earned_cents']),
      ).as('account_days'),
      jsonArrayFrom(
        eb
          .selectFrom('quality')
          .where('member_id', '=', given('memberId'))
          .select(['resolution', 'images'])
          .select((of) => of.cast<number>('pixels', 'float8').as('pixels')),
      ).as('qualities'),
      exists(eb.selectFrom('incomplete').where('of', '=', given('of'))).as('incomplete'),
    ]),
);

const PIXELS_A_MEGAPIXEL = 1_000_000;

/** Answers `analytics/generations`: so many UTC days up to the one of `now`, and the sizes of all a member made. */
export async function ownGenerations(
  reads: Reads,
  memberId: string,
  { days, now }: { days: number; now: Date },
): Promise<JsonReply> {
  const asked = Array.from({ length: days }, (_, index) =>
    utcDay(new Date(now.getTime() - (days - 1 - index) * DAY_MS)),
  );
  const [found] = await GENERATIONS.run(reads, { memberId, of: memberId, from: asked[0] ?? utcDay(now) });
  if (!found) throw new Error('days without a row');
  const known = new Map(found.days.map((row) => [String(row.day), row]));
  const moved = new Map(found.account_days.map((row) => [String(row.day), row]));
  const images = found.qualities.reduce((sum, quality) => sum + quality.images, 0);
  const pixels = found.qualities.reduce((sum, quality) => sum + quality.pixels, 0);
  const reply: z.output<typeof telemetryHttp.generations.reply> = {
    success: true,
    series: asked.map((date) => {
      const { total = 0, completed = 0, failed = 0 } = known.get(date) ?? {};
      const { spent_tenths = 0, earned_tenths = 0, earned_cents = 0 } = moved.get(date) ?? {};
      return {
        date,
        total,
        completed,
        failed,
        creditsSpent: tenthsToCredits(spent_tenths),
        creditsEarned: tenthsToCredits(earned_tenths),
        centsEarned: earned_cents,
      };
    }),
    quality: {
      averageMegapixels: images === 0 ? null : Math.round((pixels / images / PIXELS_A_MEGAPIXEL) * 10) / 10,
      resolutions: imageSizes.flatMap((size) => {
        const of = found.qualities.find(({ resolution }) => resolution === size);
        return of ? { resolution: size, images: of.images } : [];
      }),
    },
  };
  return { json: JSON.stringify(reply), incomplete: found.incomplete };
}

const LANDINGS = new WrittenStatement(
  'landings',
  { from: column.date, to: column.date, visits: column.text },
  (given) =>
    db.selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('landing_day')
          .where('day', '>=', given('from'))
          .where('day', '<=', given('to'))
          .groupBy(['landing_day.landing', 'landing_day.referrer_host'])
          // Takes the row without a landing in any case: no limit may cut off its registrations.
          .orderBy((of) => of('landing_day.landing', '=', ''), 'desc')
          .orderBy((of) => of.fn.sum('visits'), 'desc')
          .orderBy('landing_day.landing')
          .orderBy('landing_day.referrer_host')
          .limit(FIELD_ROWS)
          .select([
            sql<string | null>`nullif(landing, '')`.as('landing'),
            sql<string | null>`nullif(referrer_host, '')`.as('referrer_host'),
          ])
          .select((of) => of.cast<number>(of.fn.sum('visits'), 'float8').as('visits'))
          .select((of) => of.cast<number>(of.fn.sum('registered'), 'float8').as('registered')),
      ).as('landings'),
      exists(eb.selectFrom('incomplete').where('of', '=', given('visits'))).as('incomplete'),
    ]),
);

/** Answers the console's landings. */
export async function landingsOf(reads: Reads, { from, to }: DayRange): Promise<JsonReply> {
  const [found] = await LANDINGS.run(reads, { from, to, visits: VISITS });
  if (!found) throw new Error('landings without a row');
  const { landings: listed, incomplete } = found;
  const landings = [
    ...listed.filter(({ landing }) => landing !== null),
    ...listed.filter(({ landing }) => landing === null),
  ];
  const reply: z.output<typeof telemetryConsoleHttp.landings.reply> = { success: true, from, to, landings };
  return { json: JSON.stringify(reply), incomplete };
}
