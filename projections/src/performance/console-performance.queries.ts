import { daysOf, rangeOf } from '@easel/contracts/kernel/day-range';
import { BUILDS, FIELD_ROWS, type telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { type Connection, connections, LONG_TASK, type Vital, vitals } from '@easel/contracts/telemetry/policy';
import type * as z from 'zod/mini';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { metricOf, ratedSteps, toldValue } from './metric.ts';
import { performanceModel } from './performance.queries.ts';

type PerformanceReply = z.output<typeof telemetryConsoleHttp.performance.reply>;
type Asked = z.output<typeof telemetryConsoleHttp.performance.query>;

/** Percentiles are steps; `of` is what a row is of: a page, a build, a connection, a day, or all of them (empty). */
interface Measured extends Record<'p50' | 'p75' | 'p95' | 'views' | 'good' | 'poor', number> {
  by: 'all' | 'page' | 'build' | 'connection' | 'day';
  of: string;
  name: Vital;
  since: string;
}

type Slow = PerformanceReply['slow'][number];

const { schema } = performanceModel;
const rated = vitals.map((name) => `('${name}', ${ratedSteps(name).join(', ')})`).join(', ');
const asked = `day between $1::date and $2::date
  and ($3::text is null or page = $3) and ($4::text is null or build = $4)`;

/** Every vital in all, and the one that is asked for by what its views have in common. */
const MEASURED = `
  with steps as (
    select 'all' as by, '' as of, name, step, sum(views) as views, min(day) as since
    from ${schema}.measured_day where ${asked} group by name, step
    union all
    select
      case when grouping(page) = 0 then 'page' when grouping(build) = 0 then 'build'
        when grouping(connection) = 0 then 'connection' else 'day' end,
      coalesce(page, build, connection, day::text), name, step, sum(views), min(day)
    from ${schema}.measured_day where ${asked} and name = $5
    group by name, step, grouping sets ((page), (build), (connection), (day))
  ),
  so as (
    select *, sum(views) over (partition by by, of, name order by step) as so,
      sum(views) over (partition by by, of, name) as all_views
    from steps
  ),
  measured as (
    select by, of, name, max(all_views)::float8 as views, min(since)::text as since,
      min(step) filter (where so >= 0.5 * all_views) as p50,
      min(step) filter (where so >= 0.75 * all_views) as p75,
      min(step) filter (where so >= 0.95 * all_views) as p95,
      coalesce(sum(views) filter (where step <= last_good), 0)::float8 as good,
      coalesce(sum(views) filter (where step > last_fair), 0)::float8 as poor
    from so join (values ${rated}) as rated (vital, last_good, last_fair) on vital = name
    group by by, of, name
  )`;

const slowest = (columns: string, kind: string): string => `
  select ${columns}, sum(times)::float8 as times, round(sum(ms) / sum(times))::float8 as average_ms
  from ${schema}.slow_day where ${asked} and ${kind}
  group by ${columns} order by sum(ms) desc, ${columns} limit ${FIELD_ROWS}`;

const PERFORMANCE = new Statement<{
  measured: Measured[];
  slow: Slow[];
  long_tasks: PerformanceReply['long_tasks'];
  incomplete: boolean;
}>(
  'console performance',
  `${MEASURED}
  select
    coalesce((select json_agg(measured) from (
      select * from measured where by <> 'build'
      union all
      (select * from measured where by = 'build' order by since desc, views desc, of limit ${BUILDS})
    ) measured), '[]') as measured,
    coalesce((select json_agg(slow) from (${slowest('page, build, resource, kind', `kind <> '${LONG_TASK}'`)}) slow), '[]') as slow,
    coalesce((select json_agg(task) from (${slowest('page, build', `kind = '${LONG_TASK}'`)}) task), '[]') as long_tasks,
    exists (select from ${schema}.incomplete) as incomplete`,
  true,
);

/** Answers `admin/performance`. */
export async function consolePerformance(reads: Reads, query: Asked, now: Date): Promise<JsonReply> {
  const { vital, page = null, build = null } = query;
  const { from, to } = rangeOf(query, now);
  const [found] = await PERFORMANCE.run(reads, [from, to, page, build, vital]);
  if (!found) throw new Error('figures without a row');
  const { measured, slow, long_tasks, incomplete } = found;
  const by = (what: Measured['by']) => measured.filter((row) => row.by === what);
  const days = new Map(by('day').map((row) => [row.of, row]));
  const reply: PerformanceReply = {
    success: true,
    from,
    to,
    metrics: by('all')
      .map(told)
      .toSorted((a, b) => vitals.indexOf(a.name) - vitals.indexOf(b.name)),
    pages: by('page')
      .map((row) => ({ ...told(row), page: row.of }))
      .toSorted((a, b) => b.p75 - a.p75 || b.views - a.views),
    builds: by('build').map((row) => ({ ...told(row), build: row.of, since: row.since })),
    connections: by('connection')
      .map((row) => ({ ...told(row), connection: row.of as Connection }))
      .toSorted((a, b) => connections.indexOf(a.connection) - connections.indexOf(b.connection)),
    days: daysOf({ from, to }).map((day) => {
      const row = days.get(day);
      return row
        ? { day, p75: toldValue(vital, row.p75), ...sharesOf(row) }
        : { day, p75: null, good: 0, needs_improvement: 0, poor: 0 };
    }),
    slow,
    long_tasks,
  };
  return { json: JSON.stringify(reply), incomplete };
}

const told = (row: Measured) => ({ ...metricOf(row.name, row), ...sharesOf(row) });

const sharesOf = ({ views, good, poor }: Measured) => ({ good, needs_improvement: views - good - poor, poor });
