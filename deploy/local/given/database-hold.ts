import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@easel/kernel/server/backoff';
import { createPool, migrate } from '@easel/kernel/database/database';
import { installationTables } from '@easel/kernel/database/installation';
import pg from 'pg';
import type { Running } from '../supervisor.ts';

/** The session of a run that was killed a moment ago may still be on its way out. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 200;
const RETAKE = { firstMs: 200, longestMs: 5_000 };
const CONNECT_MS = 5_000;

export interface HoldOptions {
  /** Of the database, for people. */
  readonly name: string;
  /** Where the product that holds it is reached. */
  readonly address: string;
  readonly report: (line: string) => void;
  readonly patienceMs?: number;
  /** Who holds it, in the words for a person. */
  readonly host?: string;
}

/** Another one runs on this database. */
export class DatabaseInUse extends Error {
  constructor(name: string, holder: Holder | undefined) {
    super(
      `${name} is in use by ${whom(holder)}: the files of its pictures lie in that one’s DATA_DIR, so one runs on a database at a time`,
    );
    this.name = 'DatabaseInUse';
  }
}

interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly address: string;
  readonly since: Date;
}

/**
 * Takes the database for this process, by a lock that lives as long as a connection of its own, so that a crash gives
 * it back. Throws DatabaseInUse, which names the other. A connection that is lost later is made again and the lock
 * taken again; nobody is stopped for it, for the one who was cut off may be in the middle of somebody's purchase.
 */
export async function holdDatabase(url: string, options: HoldOptions): Promise<Running> {
  await makeTables(url);
  const begun = performance.now();
  for (;;) {
    const taken = await take(url, options);
    if (taken instanceof pg.Client) return new Hold(url, options, taken).running;
    if (performance.now() - begun > (options.patienceMs ?? PATIENCE_MS))
      throw new DatabaseInUse(options.name, taken.by);
    await sleep(PAUSE_MS);
  }
}

async function makeTables(url: string): Promise<void> {
  const pool = createPool(url, { max: 1, name: 'easel hold' });
  try {
    await migrate(pool, { installation: installationTables });
  } finally {
    await pool.end();
  }
}

class Hold {
  private readonly url: string;
  private readonly options: HoldOptions;
  private readonly stopping = new AbortController();
  private client: pg.Client;
  private retaking: Promise<void> | undefined;

  constructor(url: string, options: HoldOptions, client: pg.Client) {
    this.url = url;
    this.options = options;
    this.client = client;
    this.watch(client);
  }

  /** It mends itself, so nobody is told of its end. */
  get running(): Running {
    const end = async (): Promise<void> => {
      this.stopping.abort();
      await this.retaking;
      await this.client.end().catch(() => undefined);
    };
    return { stop: end, kill: () => void end(), onExit: () => undefined };
  }

  private watch(client: pg.Client): void {
    client.once('end', () => {
      if (!this.stopping.signal.aborted) this.retaking = this.retake();
    });
  }

  private async retake(): Promise<void> {
    const { signal } = this.stopping;
    let isReported = false;
    for (let attempt = 0; !signal.aborted; attempt++) {
      const taken = await take(this.url, this.options).catch(() => undefined);
      if (taken instanceof pg.Client) {
        this.client = taken;
        this.watch(taken);
        return;
      }
      if (taken && !isReported) {
        isReported = true;
        const { name, report } = this.options;
        report(`${name} was taken by ${whom(taken.by)} while it was out of reach from here: stop one of the two`);
      }
      await sleep(backoffMs(attempt, RETAKE.firstMs, RETAKE.longestMs), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The connection that has the lock, or who has it; unknown for one that has only just taken it. */
async function take(url: string, { address, host = hostname() }: HoldOptions): Promise<pg.Client | { by?: Holder }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'easel hold',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => undefined); // its end is watched
  try {
    await client.connect();
    // A machine that lost its power says no goodbye: the server finds out within half a minute.
    await client.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
    const lock = `SELECT pg_try_advisory_lock(hashtextextended('easel installation', 0)) AS taken`;
    const { rows } = await client.query<{ taken: boolean }>(lock);
    if (rows[0]?.taken === true) {
      await client.query(
        `INSERT INTO vault.holder (backend, host, pid, address) VALUES (pg_backend_pid(), $1, $2, $3)
         ON CONFLICT (single) DO UPDATE
           SET backend = excluded.backend, host = excluded.host, pid = excluded.pid, address = excluded.address, since = now()`,
        [host, process.pid, address],
      );
      return client;
    }
    // The row of one who held it before says nothing of who holds it now.
    const { rows: holders } = await client.query<Holder>(
      `SELECT host, holder.pid, address, since FROM vault.holder
       JOIN pg_locks lock ON lock.pid = holder.backend AND lock.locktype = 'advisory' AND lock.granted
         AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await client.end();
    return holders[0] ? { by: holders[0] } : {};
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function whom(holder: Holder | undefined): string {
  if (!holder) return 'another process, which has only just started';
  const { host, pid, address, since } = holder;
  return `process ${pid} on ${host} (${address}) since ${since.toISOString()}`;
}
