import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Claimed, DueWork, WorkEnd, WorkRows } from './work-queue.ts';

/** A claim of a row. */
export interface ClaimedRow extends Claimed {
  /** Fencing: what is said with it counts while the row has it. */
  claim: string;
}

/**
 * A table that work waits in, told in SQL, of which statements are made that claim by SKIP LOCKED. It has the columns
 * `claim uuid` and `tries int NOT NULL`, whatever else it has; none of these texts may come from outside.
 */
export interface WorkTable<Result> {
  table: string;
  /** Its columns: the key, and from when on the row is due, which a claim puts off by its lease. */
  key: string;
  dueAt: string;
  /** Which rows wait or are claimed; all of them where it is not given. */
  open?: string;
  /** Which of those that are due comes first. */
  order: string;
  /** What `Work` has beside key, claim and tries; the row is `work` here. */
  columns: string;
  /** Set by a claim, and by its end where the work goes on waiting: `state = 'making'`. */
  claimed?: string;
  waiting?: string;
  /** What becomes of a row whose work is done or given up: it goes, or these columns are set. `values` from $3 on. */
  over: (end: Extract<WorkEnd<Result>, { kind: 'done' | 'given-up' }>) => 'gone' | { set: string; values: unknown[] };
}

/** Where nothing could be claimed that is due, another process is claiming it. */
const LEAST_REST_MS = 20;

/** Work in rows of PostgreSQL, for any number of processes: `Work` is what `columns` gives of a row. */
export class PostgresWork<Work extends ClaimedRow, Result = void> implements WorkRows<Work, Result> {
  /** Queues that share a table share its connections, which know a statement by its name. */
  private readonly statement: string;
  readonly lease: { ms: number; extend(work: Work): Promise<boolean> };

  constructor(
    private readonly pool: Pool,
    private readonly of: WorkTable<Result>,
    leaseMs: number,
  ) {
    const digest = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 8);
    this.statement = `${of.table} ${digest}`;
    this.lease = { ms: leaseMs, extend: (work) => this.change(work, `${of.dueAt} = ${inMs(3)}`, [leaseMs]) };
  }

  /** Of one transaction each: whoever dies with a row leaves it to the next when its lease has run out. */
  async claim(most: number, except: readonly string[]): Promise<DueWork<Work>> {
    const { table, key, dueAt, open = 'true', order, columns, claimed } = this.of;
    const { rows: due } = await this.pool.query<Work>({
      name: `${this.statement} claim`,
      text: `WITH due AS (SELECT ${key} FROM ${table} WHERE ${dueAt} <= now() AND ${open} AND ${key}::text <> ALL($3)
                          ORDER BY ${order} LIMIT $1 FOR UPDATE SKIP LOCKED)
             UPDATE ${table} AS work
             SET ${dueAt} = ${inMs(2)}, tries = tries + 1, claim = gen_random_uuid()${andSet(claimed)}
             FROM due WHERE work.${key} = due.${key}
             RETURNING work.${key} AS key, claim, tries, ${columns}`,
      values: [most, this.lease.ms, except],
    });
    return { due, nextInMs: due.length < most ? await this.nextInMs() : undefined };
  }

  settle(work: Work, end: WorkEnd<Result>): Promise<boolean> {
    const { dueAt, waiting, over } = this.of;
    switch (end.kind) {
      case 'again':
        return this.change(work, `${dueAt} = ${inMs(3)}, claim = NULL${andSet(waiting)}`, [end.inMs]);
      case 'handed-back':
        return this.change(work, `${dueAt} = now(), claim = NULL, tries = tries - 1${andSet(waiting)}`, []);
      default: {
        const left = over(end);
        return left === 'gone' ? this.remove(work) : this.change(work, `claim = NULL, ${left.set}`, left.values);
      }
    }
  }

  private async nextInMs(): Promise<number | undefined> {
    const { table, dueAt, open = 'true' } = this.of;
    const { rows } = await this.pool.query<{ ms: number | null }>({
      name: `${this.statement} next`,
      text: `SELECT 1000 * extract(epoch FROM min(greatest(${dueAt}, now()) - now()))::float8 AS ms
             FROM ${table} WHERE ${open}`,
    });
    const ms = rows[0]?.ms ?? undefined;
    return ms === undefined ? undefined : Math.max(ms, LEAST_REST_MS);
  }

  private async change({ key, claim }: ClaimedRow, set: string, values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE ${this.of.table} SET ${set} WHERE ${this.of.key} = $1 AND claim = $2`,
      [key, claim, ...values],
    );
    return rowCount === 1;
  }

  private async remove({ key, claim }: ClaimedRow): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM ${this.of.table} WHERE ${this.of.key} = $1 AND claim = $2`,
      [key, claim],
    );
    return rowCount === 1;
  }
}

const inMs = (parameter: number): string => `now() + $${parameter} * interval '1 ms'`;
const andSet = (assignments: string | undefined): string => (assignments === undefined ? '' : `, ${assignments}`);
