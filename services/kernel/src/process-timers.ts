import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { backoffMs, pause } from './backoff.ts';
import { faultPoint } from './fault-point.ts';
import type { Due, Step } from './process.ts';

export const processTables = [
  // Tells one scheduling of a key from every other, also after it was cancelled.
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

/** A step, and when the fact that asks for it was recorded, by the log's clock. */
export type RecordedStep<Payload> = Step<Payload> & { recordedAt: Date };

export interface ProcessTimersOptions<Payload> {
  name: string;
  pool: Pool;
  act(due: Due<Payload>): Promise<{ again: Date } | undefined | void>;
  logger: Logger;
  concurrency?: number;
  now?: () => Date;
}

interface TimerRow<Payload> {
  key: string;
  due_at: Date;
  attempt_at: Date;
  payload: Payload;
  tries: number;
  version: string;
}

interface Next {
  at: Date;
  /** Failures in a row. */
  tries: number;
}

const CONCURRENCY = 16;
/** The clock may be set while it rests. */
const LONGEST_REST_MS = 60_000;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 5 * 60_000;

/** The durable timers of one process: moved by its facts, performed at least once when they are due. */
export class ProcessTimers<Payload> {
  private readonly options: ProcessTimersOptions<Payload>;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly idlers = new Set<() => void>();
  private ticking = Promise.resolve();
  private alarm = new AbortController();

  constructor(options: ProcessTimersOptions<Payload>) {
    this.options = options;
  }

  /** In the caller's transaction. Where steps meet on a key, the last one counts. */
  async move(client: PoolClient, steps: readonly RecordedStep<Payload>[]): Promise<void> {
    const scheduled = new Map<string, { dueAt: Date; attemptAt: Date; payload: Payload }>();
    const cancelled = new Set<string>();
    for (const { cancel, schedule, recordedAt } of steps) {
      if (cancel !== undefined) {
        scheduled.delete(cancel);
        cancelled.add(cancel);
      }
      if (schedule) {
        cancelled.delete(schedule.key);
        scheduled.set(schedule.key, { ...schedule, attemptAt: this.attemptAt(schedule.dueAt, recordedAt) });
      }
    }
    if (cancelled.size > 0) {
      await client.query({
        name: 'timers-cancel',
        text: 'DELETE FROM vault.timers WHERE process = $1 AND key = ANY($2)',
        values: [this.options.name, [...cancelled]],
      });
    }
    const timers = [...scheduled.values()];
    if (timers.length > 0) {
      await client.query({
        name: 'timers-schedule',
        text: `INSERT INTO vault.timers (process, key, due_at, attempt_at, payload)
               SELECT $1, key, due_at, attempt_at, payload
               FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[])
                    AS step (key, due_at, attempt_at, payload)
               ON CONFLICT (process, key) DO UPDATE
               SET due_at = excluded.due_at, attempt_at = excluded.attempt_at, payload = excluded.payload, tries = 0,
                   version = excluded.version`,
        values: [
          this.options.name,
          [...scheduled.keys()],
          timers.map(({ dueAt }) => dueAt),
          timers.map(({ attemptAt }) => attemptAt),
          timers.map(({ payload }) => JSON.stringify(payload)),
        ],
      });
    }
  }

  /** Performs what is due until the signal; what is in flight then is finished. */
  start(signal: AbortSignal): void {
    this.ticking = this.ticking.then(() => this.tick(signal));
  }

  /** Resolves when nothing runs any more, after the signal of `start`. */
  async stopped(): Promise<void> {
    await this.ticking;
    await Promise.all(this.inFlight.values());
  }

  wake(): void {
    this.alarm.abort();
  }

  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idlers.add(resolve);
    this.wake();
    return promise;
  }

  private now(): number {
    return (this.options.now?.() ?? new Date()).getTime();
  }

  /** Where the log's clock is ahead of this one, a step waits no longer than it was meant to. */
  private attemptAt(dueAt: Date, recordedAt: Date): Date {
    const delayMs = Math.max(dueAt.getTime() - recordedAt.getTime(), 0);
    return new Date(Math.min(dueAt.getTime(), this.now() + delayMs));
  }

  private async tick(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      // Before looking, so that nothing which comes meanwhile is slept through.
      this.alarm = new AbortController();
      const idlers = [...this.idlers];
      try {
        const restMs = await this.performDue(signal);
        if (this.inFlight.size === 0) this.tellIdle(idlers);
        failures = 0;
        await pause(restMs, AbortSignal.any([signal, this.alarm.signal]));
      } catch (error) {
        this.options.logger.warn({ err: error }, 'the timers cannot be read');
        await pause(backoffMs(failures++, 100, 10_000), signal);
      }
    }
  }

  private tellIdle(idlers: readonly (() => void)[]): void {
    for (const tell of idlers) {
      this.idlers.delete(tell);
      tell();
    }
  }

  /** Starts what is due, as far as there is room; gives how long to rest unless woken. */
  private async performDue(signal: AbortSignal): Promise<number> {
    const { name, pool, concurrency = CONCURRENCY } = this.options;
    const room = concurrency - this.inFlight.size;
    if (room <= 0) return LONGEST_REST_MS;
    const { rows } = await pool.query<TimerRow<Payload>>({
      name: 'timers-next',
      text: `SELECT key, due_at, attempt_at, payload, tries, version FROM vault.timers
             WHERE process = $1 AND key <> ALL($2) ORDER BY attempt_at LIMIT $3`,
      values: [name, [...this.inFlight.keys()], room + 1],
    });
    const now = this.now();
    for (const row of rows.slice(0, room)) {
      if (row.attempt_at.getTime() > now || signal.aborted) break;
      this.inFlight.set(row.key, this.perform(row, signal));
    }
    const next = rows.find(({ key }) => !this.inFlight.has(key));
    return next ? Math.min(Math.max(next.attempt_at.getTime() - now, 0), LONGEST_REST_MS) : LONGEST_REST_MS;
  }

  private async perform(row: TimerRow<Payload>, signal: AbortSignal): Promise<void> {
    const next = await this.attempt(row);
    faultPoint('process.after-act');
    try {
      await this.settle(row, next);
    } catch (error) {
      // It will be performed once more, but not at once: the database is in trouble.
      this.options.logger.warn({ err: error, key: row.key }, 'the end of a step could not be recorded');
      await pause(RETRY_BASE_MS, signal);
    }
    this.inFlight.delete(row.key);
    this.wake();
  }

  /** When it is to be performed next; undefined where it is done. */
  private async attempt({ key, due_at: dueAt, payload, tries }: TimerRow<Payload>): Promise<Next | undefined> {
    try {
      const result = await this.options.act({ key, dueAt, payload });
      return result ? { at: result.again, tries: 0 } : undefined;
    } catch (error) {
      this.options.logger[tries < 3 ? 'warn' : 'error']({ err: error, key, tries }, 'a step of a process failed');
      return { at: new Date(this.now() + backoffMs(tries, RETRY_BASE_MS, RETRY_MAX_MS)), tries: tries + 1 };
    }
  }

  /** Leaves alone what a fact has scheduled anew or cancelled while it was performed. */
  private async settle({ key, version }: TimerRow<Payload>, next: Next | undefined): Promise<void> {
    const { name, pool } = this.options;
    if (!next) {
      await pool.query({
        name: 'timer-done',
        text: 'DELETE FROM vault.timers WHERE process = $1 AND key = $2 AND version = $3',
        values: [name, key, version],
      });
    } else {
      await pool.query({
        name: 'timer-again',
        text: `UPDATE vault.timers
               SET attempt_at = $4, tries = $5, due_at = CASE WHEN $5 = 0 THEN $4 ELSE due_at END
               WHERE process = $1 AND key = $2 AND version = $3`,
        values: [name, key, version, next.at, next.tries],
      });
    }
  }
}
