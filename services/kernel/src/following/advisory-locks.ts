import { Client, type Pool } from 'pg';
import { backoffMs, pause } from '../server/backoff.ts';
import type { HeldLock, Locks } from './locks.ts';

/** How often who stands by looks again. */
const RETRY_MS = 500;
const QUERY_TIMEOUT_MS = 10_000;
/** How often a connection is asked whether it still is one. */
const BEAT_MS = 5_000;
/** PostgreSQL ends the session of a process that is gone without a word after about half a minute, and its locks with it. */
const SERVER_LOOKS = `SELECT set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

interface Session {
  client: Client;
  lost: AbortController;
}

export interface LockTimes {
  beatMs: number;
  /** A connection that has not answered for so long is lost. */
  silenceMs: number;
}

/**
 * Locks of PostgreSQL, all of them on one connection, which lives as long as any is wanted. Both ends look whether the
 * other is still there: one that is gone without a word loses its locks.
 */
export class AdvisoryLocks implements Locks {
  private static readonly byPool = new WeakMap<Pool, AdvisoryLocks>();

  private readonly pool: Pool;
  private readonly times: LockTimes;
  private session: Promise<Session> | undefined;
  private users = 0;
  /** PostgreSQL would give the same connection the same lock again. */
  private readonly taken = new Set<string>();

  private constructor(pool: Pool, times: LockTimes) {
    this.pool = pool;
    this.times = times;
  }

  /** The one set of locks on the database of this pool; its times are those it was first asked for with. */
  static of(pool: Pool, times: LockTimes = { beatMs: BEAT_MS, silenceMs: QUERY_TIMEOUT_MS }): AdvisoryLocks {
    let locks = AdvisoryLocks.byPool.get(pool);
    if (!locks) AdvisoryLocks.byPool.set(pool, (locks = new AdvisoryLocks(pool, times)));
    return locks;
  }

  async hold(name: string, signal: AbortSignal): Promise<HeldLock | undefined> {
    this.users++;
    try {
      while (!signal.aborted) {
        const session = await this.tryLock(name);
        if (session) return { lost: session.lost.signal, release: () => this.release(name, session) };
        await pause(backoffMs(0, RETRY_MS, RETRY_MS), signal);
      }
    } catch (error) {
      await this.leave();
      throw error;
    }
    await this.leave();
    return undefined;
  }

  private async tryLock(name: string): Promise<Session | undefined> {
    if (this.taken.has(name)) return undefined;
    this.taken.add(name);
    let locked = false;
    try {
      const session = await (this.session ??= this.connect());
      const { rows } = await session.client.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
        [name],
      );
      locked = rows[0]?.locked === true;
      return locked ? session : undefined;
    } finally {
      if (!locked) this.taken.delete(name);
    }
  }

  private async release(name: string, session: Session): Promise<void> {
    if (!session.lost.signal.aborted) {
      // An error here is a lost connection, and the lock is gone with it.
      await session.client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined);
    }
    this.taken.delete(name);
    await this.leave();
  }

  private async leave(): Promise<void> {
    this.users--;
    if (this.users > 0 || !this.session) return;
    const session = this.session;
    this.session = undefined;
    await session.then(({ client }) => client.end()).catch(() => undefined);
  }

  private connect(): Promise<Session> {
    const { silenceMs } = this.times;
    const client = new Client({ ...this.pool.options, query_timeout: silenceMs, pipeline: true });
    const lost = new AbortController();
    const begin = async (): Promise<Session> => {
      await client.connect();
      await client.query(SERVER_LOOKS);
      return { client, lost };
    };
    const session = begin();
    const forget = (): void => {
      if (this.session === session) this.session = undefined;
      lost.abort();
    };
    client.on('error', forget);
    client.on('end', forget);
    session.then(
      () => this.watch(client, lost.signal).finally(forget),
      () => {
        forget();
        // It may be connected, and not have answered after that.
        void client.end().catch(() => undefined);
      },
    );
    return session;
  }

  /** Until it is lost, or does not answer any more. */
  private async watch(client: Client, lost: AbortSignal): Promise<void> {
    for (;;) {
      await pause(this.times.beatMs, lost);
      if (lost.aborted) return;
      try {
        await client.query('SELECT');
      } catch {
        // Its end cannot be told to a server that does not answer.
        void client.end().catch(() => undefined);
        return;
      }
    }
  }
}
