import type { eventsHttp } from '@easel/contracts/events/http';
import { type CountUnit, FACET_VALUES_MAX } from '@easel/contracts/events/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type * as z from 'zod/mini';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import type { EventFilter } from './event-filter.ts';
import { BEHIND_FITS, FITS, looked, wordsWithin } from './event-search.queries.ts';
import { eventsModel } from './events-model.ts';
import type { tables } from './events.tables.ts';

type Facets = z.output<typeof eventsHttp.facets.reply>;
type Counts = Pick<Facets, 'total' | 'category' | 'type' | 'kind' | 'day'> & { times: Facets['times']['counts'] };

const { schema } = eventsModel;
const db = queriesOf<Database<typeof tables>>(schema);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Up to how long a time is counted by which unit; a longer one by the month. */
const UNITS: readonly [CountUnit, number][] = [
  ['minute', 3 * HOUR_MS],
  ['hour', 4 * DAY_MS],
  ['day', 200 * DAY_MS],
];

const ENDS = new WrittenStatement('event ends', {}, () =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('event').select('at_ms').orderBy('position').limit(1).as('first_ms'),
    eb.selectFrom('event').select('at_ms').orderBy('position', 'desc').limit(1).as('last_ms'),
  ]),
);

const REACHED = new WrittenStatement('event reached', { position: column.position }, (given) =>
  db.selectFrom('event').where('position', '>=', given('position')).select('at_ms').orderBy('position').limit(1),
);

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS".000Z"'`;
const utcOf = (seconds: string): string => `to_timestamp(${seconds}) at time zone 'UTC'`;

/** `from`: number of the first parameter that says what is counted by; those before it are the source's. */
function countsOf(from: number, source: string): string {
  const [types, categories, kinds, unit, start, end, most] = [0, 1, 2, 3, 4, 5, 6].map((index) => `$${from + index}`);
  const facet = (value: string, others: string, { named = '', order = 'count desc, value' } = {}) => `json_build_object(
    'values', (select coalesce(json_agg(named order by ${order}), '[]') from (
      select ${value} as value${named}, sum(events)::float8 as count from cells where ${others}
      group by ${value} order by ${order} limit ${most}::int) as named),
    'more', (select greatest(count(distinct ${value}) - ${most}::int, 0) from cells where ${others}))`;
  return `with cells as materialized (
      select date_trunc(${unit}::text, at) as bucket, to_char(at, 'YYYY-MM-DD') as day, type, category, actor_kind,
        ${types}::text[] is null or type = any(${types}) as of_type,
        ${categories}::text[] is null or category = any(${categories}) as of_category,
        ${kinds}::text[] is null or actor_kind = any(${kinds}) as of_kind,
        sum(events) as events
      from (${source}) as counted group by 1, 2, 3, 4, 5
    ), fitting as (
      select bucket, sum(events)::float8 as count from cells where of_type and of_category and of_kind group by bucket
    )
    select (select coalesce(sum(count), 0) from fitting) as total,
      ${facet('category', `of_type and of_kind`)} as category,
      ${facet('type', `of_category and of_kind`, { named: ', min(category) as category' })} as type,
      ${facet('actor_kind', `of_type and of_category and actor_kind <> ''`)} as kind,
      ${facet('day', `of_type and of_category and of_kind`, { order: 'value desc' })} as day,
      (select coalesce(json_agg(json_build_object(
          'from', to_char(bucket, ${INSTANT}), 'to', to_char(bucket + ('1 ' || ${unit})::interval, ${INSTANT}),
          'count', coalesce(count, 0)) order by bucket), '[]')
        from generate_series(
          date_trunc(${unit}, ${utcOf(`${start}::bigint / 1000.0`)}), ${utcOf(`${end}::bigint / 1000.0`)},
          ('1 ' || ${unit})::interval) as bucket left join fitting using (bucket)) as times`;
}

/** Of whole hours, by what was counted as the events came: however many there are. */
const BY_HOUR = new Statement<Counts>(
  'events counted by hour',
  countsOf(
    3,
    `select ${utcOf('hour * 3600.0')} as at, type, category, actor_kind, events from ${schema}.hour_count
     where hour >= $1::int and hour < $2::int`,
  ),
  true,
);

/** Of the stretches `$1` to `$2`, by looking at each event in them. */
const ONE_BY_ONE = new Statement<Counts>(
  'events counted',
  countsOf(
    BEHIND_FITS,
    `select ${utcOf('at_ms / 1000.0')} as at, type, split_part(stream, '-', 1) as category,
       coalesce(actor_kind, '') as actor_kind, 1 as events
     from unnest($1::bigint[], $2::bigint[]) as stretch (first, last)
     join ${schema}.event on position between first and last and $3::int is not null and ${FITS}`,
  ),
  true,
);

const none: Omit<Facets, 'times' | 'success' | 'words'> = {
  total: 0,
  category: { values: [], more: 0 },
  type: { values: [], more: 0 },
  kind: { values: [], more: 0 },
  day: { values: [], more: 0 },
  counted_since: null,
  first_at: null,
  last_at: null,
};

/** Answers how many events a filter leaves, by what they are and over time, as `eventsHttp.facets` replies it. */
export async function eventCounts(reads: Reads, filter: EventFilter): Promise<JsonReply> {
  const [counts, within] = await Promise.all([counted(reads, filter), wordsWithin(reads, filter.q)]);
  const words = within.map(({ word, within, more }) => ({ word, within, more })).filter(({ word }) => word !== '');
  const reply: Facets = { success: true, ...counts, words };
  return { json: JSON.stringify(reply), incomplete: false };
}

async function counted(reads: Reads, filter: EventFilter): Promise<Omit<Facets, 'success' | 'words'>> {
  const [ends] = await ENDS.run(reads, {});
  if (!ends || ends.first_ms === null || ends.last_ms === null) return { ...none, times: { unit: 'day', counts: [] } };
  const { type, category, kind, before: _before, after: _after, ...rest } = filter;
  const [first, last] = [Number(ends.first_ms), Number(ends.last_ms)];
  const start = Math.max(first, msOf(filter.from) ?? first);
  const end = Math.min(last, (msOf(filter.to) ?? last + 1) - 1);
  const unit = unitOf(end - start);
  const anyOf = (values: readonly string[] | undefined) => (values ? arrayLiteral(values) : null);
  const by = (since: number) => [anyOf(type), anyOf(category), anyOf(kind), unit, since, end, FACET_VALUES_MAX];
  const ofLog = { counted_since: null, first_at: instantOf(first), last_at: instantOf(last) };

  const hours = unit === 'minute' ? undefined : hoursOf(rest);
  if (hours) {
    const [counts] = await BY_HOUR.run(reads, [...hours, ...by(start)]);
    return { ...none, ...ofLog, ...shown(unit, counts) };
  }
  const found = await looked(reads, rest, FACET_VALUES_MAX);
  if (!found) return { ...none, ...ofLog, times: { unit, counts: [] } };
  const since = found.downTo === undefined ? undefined : await reachedAt(reads, found.downTo);
  const [counts] = await ONE_BY_ONE.run(reads, [...found.values, ...by(since ?? start)]);
  return { ...none, ...ofLog, ...shown(unit, counts), counted_since: since === undefined ? null : instantOf(since) };
}

const shown = (unit: CountUnit, counts: Counts | undefined): Partial<Facets> & Pick<Facets, 'times'> => {
  if (!counts) throw new Error('counts without a row');
  const { times, ...facets } = counts;
  return { ...facets, times: { unit, counts: times } };
};

const unitOf = (ms: number): CountUnit => UNITS.find(([, most]) => ms <= most)?.[0] ?? 'month';

/**
 * The hours that a filter names, the last not included; undefined where it asks for more than what hours are counted
 * by.
 */
function hoursOf({ from, to, ...others }: EventFilter): [number, number] | undefined {
  if (Object.values(others).some((one) => one !== undefined && one !== '')) return undefined;
  const [first, end] = [(msOf(from) ?? 0) / HOUR_MS, (msOf(to) ?? LAST_MS) / HOUR_MS];
  return Number.isInteger(first) && Number.isInteger(end) ? [Math.max(first, 0), Math.min(end, LAST_HOUR)] : undefined;
}

const LAST_HOUR = 2_147_483_647;
const LAST_MS = LAST_HOUR * HOUR_MS;

async function reachedAt(reads: Reads, position: string): Promise<number> {
  const [reached] = await REACHED.run(reads, { position: BigInt(position) });
  if (!reached) throw new Error('a stretch without an event');
  return Number(reached.at_ms);
}

const msOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant);
const instantOf = (ms: number): string => new Date(ms).toISOString();
