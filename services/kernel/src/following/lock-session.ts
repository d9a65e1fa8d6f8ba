import type { Client } from 'pg';
import { backoffMs, pause } from '../server/backoff.ts';

/** How often who stands by looks again. */
const RETRY_MS = 500;
/**
 * PostgreSQL ends the session of a process that is gone without a word after about half a minute, and its locks with
 * it.
 */
const SERVER_LOOKS = `SELECT set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

/**
 * Holds locks of PostgreSQL by the session of one connection: whoever loses that has lost them, and what it had begun.
 */
export class LockSession {
  private readonly losing = new AbortController();

  private constructor(readonly client: Client) {
    const lose = (): void => this.losing.abort();
    client.on('error', lose);
    client.on('end', lose);
  }

  /** Takes a connection that is made; ending it remains its owner's. */
  static async on(client: Client): Promise<LockSession> {
    const session = new LockSession(client);
    await client.query(SERVER_LOOKS);
    return session;
  }

  /** Aborts when the session is gone, and others may have its locks. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  /** Gives a lock that is free, and to a session that holds it already once more. */
  async tryLock(name: string): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [name],
    );
    return rows[0]?.locked === true;
  }

  async unlock(name: string): Promise<void> {
    if (this.lost.aborted) return;
    // An error here is a lost connection, and the lock is gone with it.
    await this.client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined);
  }

  /** Asks the other end whether it is still there; one that does not answer in the connection's time is lost. */
  async ask(): Promise<void> {
    try {
      await this.client.query('SELECT');
    } catch {
      // Its end cannot be told to a server that does not answer.
      void this.client.end().catch(() => undefined);
      this.losing.abort();
    }
  }
}

/**
 * Waits as whoever stands by does, trying again and again; undefined where the signal ends it. Throws what `tryOnce`
 * throws.
 */
export async function standBy<T>(tryOnce: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const given = await tryOnce();
    if (given !== undefined) return given;
    await pause(backoffMs(0, RETRY_MS, RETRY_MS), signal);
  }
  return undefined;
}
