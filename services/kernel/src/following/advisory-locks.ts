import { Client, type Pool } from 'pg';
import { pause } from '../server/backoff.ts';
import { LockSession, standBy } from './lock-session.ts';
import type { HeldLock, Locks } from './locks.ts';

const QUERY_TIMEOUT_MS = 10_000;
/** How often a connection is asked whether it still is one. */
const BEAT_MS = 5_000;

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
  private session: Promise<LockSession> | undefined;
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
    let held: LockSession | undefined;
    try {
      const session = (held = await standBy(() => this.tryLock(name), signal));
      return session && { lost: session.lost, release: () => this.release(name, session) };
    } finally {
      if (!held) await this.leave();
    }
  }

  private async tryLock(name: string): Promise<LockSession | undefined> {
    if (this.taken.has(name)) return undefined;
    this.taken.add(name);
    let locked = false;
    try {
      const session = await (this.session ??= this.connect());
      locked = await session.tryLock(name);
      return locked ? session : undefined;
    } finally {
      if (!locked) this.taken.delete(name);
    }
  }

  private async release(name: string, session: LockSession): Promise<void> {
    await session.unlock(name);
    this.taken.delete(name);
    await this.leave();
  }

  private async leave(): Promise<void> {
    this.users--;
    if (this.users > 0 || !this.session) return;
    const { session } = this;
    this.session = undefined;
    await session.then(({ client }) => client.end()).catch(() => undefined);
  }

  private connect(): Promise<LockSession> {
    const client = new Client({ ...this.pool.options, query_timeout: this.times.silenceMs, pipeline: true });
    const session = client.connect().then(() => LockSession.on(client));
    const forget = (): void => {
      if (this.session === session) this.session = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    session.then(
      (begun) => this.watch(begun).finally(forget),
      () => {
        forget();
        // It may be connected, and not have answered after that.
        void client.end().catch(() => undefined);
      },
    );
    return session;
  }

  /** Until it is lost. */
  private async watch(session: LockSession): Promise<void> {
    while (!session.lost.aborted) {
      await pause(this.times.beatMs, session.lost);
      if (!session.lost.aborted) await session.ask();
    }
  }
}
