import { Client, type Pool } from 'pg';
import { backoffMs, pause } from './backoff.ts';
import type { HeldLock, Locks } from './locks.ts';

/** How often who stands by looks again. */
const RETRY_MS = 500;
const QUERY_TIMEOUT_MS = 10_000;

interface Session {
  client: Client;
  lost: AbortController;
}

/** Locks of PostgreSQL, all of them on one connection, which lives as long as any is wanted. */
export class AdvisoryLocks implements Locks {
  private static readonly byPool = new WeakMap<Pool, AdvisoryLocks>();

  private readonly pool: Pool;
  private session: Promise<Session> | undefined;
  private users = 0;
  /** PostgreSQL would give the same connection the same lock again. */
  private readonly taken = new Set<string>();

  private constructor(pool: Pool) {
    this.pool = pool;
  }

  /** The one set of locks on the database of this pool. */
  static of(pool: Pool): AdvisoryLocks {
    let locks = AdvisoryLocks.byPool.get(pool);
    if (!locks) AdvisoryLocks.byPool.set(pool, (locks = new AdvisoryLocks(pool)));
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
    const client = new Client({ ...this.pool.options, query_timeout: QUERY_TIMEOUT_MS, pipeline: true });
    const lost = new AbortController();
    const session = client.connect().then(() => ({ client, lost }));
    const forget = (): void => {
      if (this.session === session) this.session = undefined;
      lost.abort();
    };
    client.on('error', forget);
    client.on('end', forget);
    session.catch(forget);
    return session;
  }
}
