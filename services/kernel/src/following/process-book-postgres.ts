import type { Pool, PoolClient } from 'pg';
import { AdvisoryLocks } from './advisory-locks.ts';
import { withTransaction } from '../database/database.ts';
import type { Locks } from './locks.ts';
import type { Checkpoints, NewTimer, ParkedRow, ParkedRows, ProcessBook, TimerRow, TimerRows } from './process-book.ts';

export const subscriptionTables = [
  `CREATE TABLE vault.checkpoints (
     name text PRIMARY KEY,
     position bigint NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE TABLE vault.parked_streams (
     subscription text NOT NULL,
     stream text NOT NULL,
     revision int NOT NULL,
     detail text NOT NULL,
     parked_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (subscription, stream)
   )`,
];

export const processTables = [
  'CREATE SEQUENCE vault.timer_versions',
  `CREATE TABLE vault.timers (
     process text NOT NULL,
     key text NOT NULL,
     due_at timestamptz NOT NULL,
     attempt_at timestamptz NOT NULL,
     payload jsonb NOT NULL,
     tries int NOT NULL DEFAULT 0,
     version bigint NOT NULL DEFAULT nextval('vault.timer_versions'),
     PRIMARY KEY (process, key)
   )`,
  'CREATE INDEX timers_by_attempt ON vault.timers (process, attempt_at)',
];

/** The book of every process on one database. */
export class PostgresBook implements ProcessBook<PoolClient> {
  readonly locks: Locks;
  readonly checkpoints: Checkpoints<PoolClient>;
  readonly parked: ParkedRows<PoolClient>;
  readonly timers: TimerRows<PoolClient>;

  constructor(private readonly pool: Pool) {
    this.locks = AdvisoryLocks.of(pool);
    this.checkpoints = new PostgresCheckpoints(pool);
    this.parked = new PostgresParkedRows(pool);
    this.timers = new PostgresTimers(pool);
  }

  inTransaction<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
    return withTransaction(this.pool, work);
  }
}

class PostgresCheckpoints implements Checkpoints<PoolClient> {
  constructor(private readonly pool: Pool) {}

  async find(name: string): Promise<bigint | undefined> {
    const { rows } = await this.pool.query<{ position: string }>(
      'SELECT position FROM vault.checkpoints WHERE name = $1',
      [name],
    );
    return rows[0] && BigInt(rows[0].position);
  }

  async begin(name: string, position: bigint): Promise<void> {
    await this.pool.query('INSERT INTO vault.checkpoints (name, position) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      name,
      position,
    ]);
  }

  async advance(name: string, from: bigint, to: bigint, tx: Pool | PoolClient = this.pool): Promise<boolean> {
    const { rowCount } = await tx.query({
      name: 'checkpoint-advance',
      text: 'UPDATE vault.checkpoints SET position = $3, updated_at = now() WHERE name = $1 AND position = $2',
      values: [name, from, to],
    });
    return rowCount === 1;
  }
}

class PostgresParkedRows implements ParkedRows<PoolClient> {
  constructor(private readonly pool: Pool) {}

  async of(subscription: string): Promise<readonly ParkedRow[]> {
    const { rows } = await this.pool.query<ParkedRow>(
      'SELECT stream, revision FROM vault.parked_streams WHERE subscription = $1 ORDER BY parked_at, stream',
      [subscription],
    );
    return rows;
  }

  async add(
    subscription: string,
    { stream, revision, detail }: ParkedRow & { detail: string },
    tx: PoolClient,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO vault.parked_streams (subscription, stream, revision, detail) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [subscription, stream, revision, detail],
    );
  }

  async move(subscription: string, { stream, revision }: ParkedRow, tx: PoolClient): Promise<void> {
    await tx.query('UPDATE vault.parked_streams SET revision = $3 WHERE subscription = $1 AND stream = $2', [
      subscription,
      stream,
      revision,
    ]);
  }

  async remove(subscription: string, { stream, revision }: ParkedRow, tx: PoolClient): Promise<void> {
    await tx.query('DELETE FROM vault.parked_streams WHERE subscription = $1 AND stream = $2 AND revision <= $3', [
      subscription,
      stream,
      revision,
    ]);
  }
}

interface StoredTimer {
  key: string;
  due_at: Date;
  attempt_at: Date;
  payload: unknown;
  tries: number;
  version: string;
}

class PostgresTimers implements TimerRows<PoolClient> {
  constructor(private readonly pool: Pool) {}

  async cancel(process: string, keys: readonly string[], tx: PoolClient): Promise<void> {
    await tx.query({
      name: 'timers-cancel',
      text: 'DELETE FROM vault.timers WHERE process = $1 AND key = ANY($2)',
      values: [process, keys],
    });
  }

  async schedule(process: string, timers: readonly NewTimer[], tx: PoolClient): Promise<void> {
    await tx.query({
      name: 'timers-schedule',
      text: `INSERT INTO vault.timers (process, key, due_at, attempt_at, payload)
             SELECT $1, key, due_at, attempt_at, payload
             FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[])
                  AS step (key, due_at, attempt_at, payload)
             ON CONFLICT (process, key) DO UPDATE
             SET due_at = excluded.due_at, attempt_at = excluded.attempt_at, payload = excluded.payload, tries = 0,
                 version = excluded.version`,
      values: [
        process,
        timers.map(({ key }) => key),
        timers.map(({ dueAt }) => dueAt),
        timers.map(({ attemptAt }) => attemptAt),
        timers.map(({ payload }) => JSON.stringify(payload)),
      ],
    });
  }

  async next(process: string, most: number, except: readonly string[]): Promise<readonly TimerRow[]> {
    const { rows } = await this.pool.query<StoredTimer>({
      name: 'timers-next',
      text: `SELECT key, due_at, attempt_at, payload, tries, version FROM vault.timers
             WHERE process = $1 AND key <> ALL($2) ORDER BY attempt_at LIMIT $3`,
      values: [process, except, most],
    });
    return rows.map(({ due_at: dueAt, attempt_at: attemptAt, ...row }) => ({ ...row, dueAt, attemptAt }));
  }

  async done(process: string, { key, version }: Pick<TimerRow, 'key' | 'version'>): Promise<void> {
    await this.pool.query({
      name: 'timer-done',
      text: 'DELETE FROM vault.timers WHERE process = $1 AND key = $2 AND version = $3',
      values: [process, key, version],
    });
  }

  async again(
    process: string,
    { key, version }: Pick<TimerRow, 'key' | 'version'>,
    at: Date,
    tries: number,
  ): Promise<void> {
    await this.pool.query({
      name: 'timer-again',
      text: `UPDATE vault.timers
             SET attempt_at = $4, tries = $5, due_at = CASE WHEN $5 = 0 THEN $4 ELSE due_at END
             WHERE process = $1 AND key = $2 AND version = $3`,
      values: [process, key, version, at, tries],
    });
  }
}
