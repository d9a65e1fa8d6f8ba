import { cutText } from '@easel/contracts/kernel/cut-text';
import type { RebuildOutcome, RunStatus } from '@easel/contracts/operations/policy';
import { type Pool, withTransaction } from '@easel/kernel/database/database';
import type { ClientBase } from 'pg';
import { CREATE_STATE_SCHEMA, MOVED_CHANNEL } from '../kernel/projection-state.ts';
import { operationsModel } from './operations.projector.ts';
import { createRunTables } from './runs.tables.ts';

const { schema } = operationsModel;

const OPEN = `('queued', 'running', 'comparing', 'swapping')`;
const MAX_ERROR_CHARS = 2_000;

/** A rebuild that is to be carried out. */
export interface OpenRun {
  id: string;
  projection: string;
  acceptDifference: boolean;
  attempts: number;
  /** Its rows serve already. */
  swapped: boolean;
  /** It is older than this read side. */
  stale: boolean;
}

/** One that has come to an end here. */
export interface EndedRun {
  id: string;
  projection: string;
  status: RebuildOutcome;
}

/** How far a rebuild is. */
export interface RunState {
  status: RunStatus;
  facts: number;
  /** Facts that it will have read at its end, as far as can be told. */
  total: number | null;
  factsPerSecond: number | null;
  etaSeconds: number | null;
  tables: readonly object[];
  error: string | null;
}

export interface OpenRetry {
  id: string;
  projection: string;
  partition: string;
}

/** What operators asked and what has come of it. `tell`: the schema of the projection whose watchers hear of it. */
export class Runs {
  /** Its tables do, once and for all. */
  private stands = false;

  constructor(private readonly pool: Pool) {}

  /** False while there is nothing to be carried out by: the projection of the requests has not begun. */
  async prepare(): Promise<boolean> {
    await withTransaction(this.pool, async (client) => {
      await client.query([CREATE_STATE_SCHEMA, ...createRunTables].join('; '));
    });
    return this.has('request');
  }

  /** The oldest request without an end. One that was cancelled before it was begun needs none. */
  async next(): Promise<OpenRun | undefined> {
    const { rows } = await this.pool.query<OpenRun>(
      `select run_id as id, name as projection, accept_difference as "acceptDifference",
              coalesce(attempts, 0) as attempts, coalesce(swapped, false) as swapped,
              status is null and request.at < (select min(at) from read_operations.begun) as stale
       from ${schema}.request left join read_operations.runs using (run_id)
       where status in ${OPEN} or (status is null
         and not exists (select from ${schema}.cancellation where cancellation.run_id = request.run_id))
       order by request.position limit 1`,
    );
    return rows[0];
  }

  /** False where its rows serve already, since it was looked for. */
  async begin(id: string, status: 'running' | 'swapping', tell: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into read_operations.runs (run_id, status, attempts, started_at) values ($1, $2, 1, now())
       on conflict (run_id) do update
       set status = $2, attempts = runs.attempts + 1, started_at = now(), facts = 0, total = null,
           facts_per_second = null, eta_seconds = null, tables = '[]', error = null
       where not runs.swapped`,
      [id, status],
    );
    await this.tell(tell);
    return rowCount === 1;
  }

  /** True where somebody has called it off. */
  async progress(id: string, state: RunState, tell: string): Promise<boolean> {
    const { status, facts, total, factsPerSecond, etaSeconds, tables } = state;
    const { rows } = await this.pool.query<{ cancelled: boolean }>(
      `update read_operations.runs
       set status = $2, facts = $3, total = $4, facts_per_second = $5, eta_seconds = $6, tables = $7
       where run_id = $1 and status in ${OPEN}
       returning exists (select from ${schema}.cancellation where cancellation.run_id = $1) as cancelled`,
      [id, status, facts, total, factsPerSecond, etaSeconds, JSON.stringify(tables)],
    );
    await this.tell(tell);
    return rows[0]?.cancelled ?? false;
  }

  /** On the connection of the swap, within its transaction. */
  async swap(sql: ClientBase, id: string, { facts, tables }: Pick<RunState, 'facts' | 'tables'>): Promise<void> {
    await sql.query(
      `update read_operations.runs set swapped = true, status = 'swapping', facts = $2, total = $2, tables = $3
       where run_id = $1`,
      [id, facts, JSON.stringify(tables)],
    );
  }

  /** With the figures that it has. */
  async close(id: string, status: RunStatus, tell?: string): Promise<void> {
    await this.pool.query(
      `insert into read_operations.runs (run_id, status, ended_at) values ($1, $2, now())
       on conflict (run_id) do update set (status, ended_at, eta_seconds) = (excluded.status, now(), null)`,
      [id, status],
    );
    if (tell !== undefined) await this.tell(tell);
  }

  /** Those that ended, whoever asked for them. */
  async ended(): Promise<EndedRun[]> {
    const { rows } = await this.pool.query<EndedRun>(
      `select run_id as id, name as projection, status from ${schema}.request join read_operations.runs using (run_id)
       where status in ('swapped', 'different', 'failed') order by request.position`,
    );
    return rows;
  }

  async end(id: string, state: RunState, tell?: string): Promise<void> {
    const { status, facts, total, factsPerSecond, tables, error } = state;
    await this.pool.query(
      `insert into read_operations.runs
         (run_id, status, ended_at, facts, total, facts_per_second, tables, error)
       values ($1, $2, now(), $3, $4, $5, $6, $7)
       on conflict (run_id) do update
       set (status, ended_at, facts, total, facts_per_second, eta_seconds, tables, error) =
           (excluded.status, now(), excluded.facts, excluded.total, excluded.facts_per_second,
            null, excluded.tables, excluded.error)`,
      [id, status, facts, total, factsPerSecond, JSON.stringify(tables), shortened(error)],
    );
    if (tell !== undefined) await this.tell(tell);
  }

  /** Hands it back: whoever takes it up next begins from the start, unless its swap has begun. */
  async handBack(id: string): Promise<void> {
    await this.pool.query(
      `update read_operations.runs
       set status = case status when 'swapping' then status else 'queued' end, attempts = greatest(0, attempts - 1)
       where run_id = $1 and status in ${OPEN}`,
      [id],
    );
  }

  async nextRetry(): Promise<OpenRetry | undefined> {
    const { rows } = await this.pool.query<OpenRetry>(
      `select id, name as projection, partition from ${schema}.retry
       where not exists (select from read_operations.retries where retries.id = retry.id)
       order by position limit 1`,
    );
    return rows[0];
  }

  async endRetry(id: string, { applied, left, error }: { applied: number; left: number; error: string | null }) {
    await this.pool.query(
      `insert into read_operations.retries (id, applied, left_parked, error) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [id, applied, left, shortened(error)],
    );
  }

  /** Names of the projections that are to stand still. */
  async paused(): Promise<ReadonlySet<string>> {
    this.stands ||= await this.has('standing');
    if (!this.stands) return new Set();
    const { rows } = await this.pool.query<{ name: string }>(`select name from ${schema}.standing where paused`);
    return new Set(rows.map(({ name }) => name));
  }

  /** By schema, how many facts each projection has considered. */
  async considered(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ schema: string; total: string }>(
      'select schema, events_applied + events_ignored as total from read_operations.projections',
    );
    return new Map(rows.map((row) => [row.schema, Number(row.total)]));
  }

  private async has(table: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      `${schema}.${table}`,
    ]);
    return rows[0]?.found ?? false;
  }

  private async tell(told: string): Promise<void> {
    await this.pool.query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${told}:-1:run`]);
  }
}

const shortened = (error: string | null): string | null =>
  error === null ? null : cutText(error.replaceAll('\0', ''), MAX_ERROR_CHARS);
