import type { operationsHttp, ProjectionRecord } from '@easel/contracts/operations/http';
import { LAG_EVERY_MS, LAG_KEPT_HOURS, LAG_STRETCHES } from '@easel/contracts/operations/policy';
import type { Pool } from '@easel/kernel/database/database';
import type * as z from 'zod/mini';

type Trends = Omit<z.output<typeof operationsHttp.lags.reply>, 'success'>;

const HOUR_S = 3_600;

/** How far the projections were behind over the last day. */
export class Lags {
  constructor(private readonly pool: Pool) {}

  /** Once for all processes that look at the same time. What is not known is not noted; what is old goes. */
  async note(records: readonly ProjectionRecord[], now: number): Promise<void> {
    const known = records.filter(({ lag_events, lag_seconds }) => lag_events !== null && lag_seconds !== null);
    await this.pool.query({
      name: 'note lags',
      text: `insert into read_operations.lags (at, name, events, more, seconds)
             select $1, * from unnest($2::text[], $3::int[], $4::boolean[], $5::float8[]) on conflict do nothing`,
      values: [
        new Date(now - (now % LAG_EVERY_MS)),
        known.map(({ id }) => id),
        known.map(({ lag_events }) => lag_events),
        known.map(({ lag_more }) => lag_more),
        known.map(({ lag_seconds }) => lag_seconds),
      ],
    });
    await this.pool.query({
      name: 'forget lags',
      text: `delete from read_operations.lags where at < $1`,
      values: [new Date(now - LAG_KEPT_HOURS * HOUR_S * 1_000)],
    });
  }

  async since(hours: number, now: number): Promise<Trends> {
    const stretch_seconds = (hours * HOUR_S) / LAG_STRETCHES;
    // Stretches begin where the clock's do, so that they stay the same from look to look.
    const to = Math.ceil(now / 1_000 / stretch_seconds) * stretch_seconds;
    const from = to - hours * HOUR_S;
    const { rows } = await this.pool.query<Trends['projections'][number]>({
      name: 'lags since',
      text: `select name as id, json_agg(json_build_object(
               'at', to_char(stretch at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
               'events', events, 'more', more, 'seconds', seconds) order by stretch) as lags
             from (
               select name, date_bin(make_interval(secs => $3), at, to_timestamp(0)) as stretch,
                 max(events) as events, bool_or(more) as more, max(seconds) as seconds
               from read_operations.lags where at >= to_timestamp($1) and at < to_timestamp($2)
               group by name, stretch
             ) as worst
             group by name order by name`,
      values: [from, to, stretch_seconds],
    });
    const instant = (seconds: number) => new Date(seconds * 1_000).toISOString();
    return { from: instant(from), to: instant(to), stretch_seconds, projections: rows };
  }
}
