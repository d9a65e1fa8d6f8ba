import pg from 'pg';
import type { Logger } from 'pino';
import { Books, type Cause } from './books.ts';
import { PLAIN_SETTINGS, type Settings, settingsShape } from './settings.ts';
import { CREATE_TABLES } from './tables.ts';

const CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** Requests that may wait for their turn to write. */
const MAX_WAITING = 500;
/** One number for all stand-ins: one that is being replaced may still be writing. */
const WRITE_LOCK = 7_241_193;

export class Overloaded extends Error {}

export interface StoreContext {
  nowMs: () => number;
  origin: () => string;
}

/**
 * The stand-in's PostgreSQL. Changes are made one at a time, so that events are in the order of what they tell of and no
 * two requests decide from the same state.
 */
export class Store {
  readonly pool: pg.Pool;
  #context: StoreContext;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #afterChange: () => void = () => undefined;

  constructor(databaseUrl: string, context: StoreContext, logger: Logger) {
    this.#context = context;
    this.pool = new pg.Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'stripe stand-in',
    });
    this.pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL was lost'));
  }

  async open(): Promise<void> {
    await this.#inTransaction(async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [WRITE_LOCK]);
      await client.query(CREATE_TABLES);
    });
  }

  /** Called after every change that is kept. */
  onChange(listener: () => void): void {
    this.#afterChange = listener;
  }

  /** All of it is kept, or, when it throws, nothing. */
  async change<Result>(cause: Cause, work: (books: Books) => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_WAITING) throw new Overloaded('too many requests wait');
    this.#waiting += 1;
    const before = this.#turn;
    const mine = before.then(() =>
      this.#inTransaction(async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [WRITE_LOCK]);
        return work(await this.#books(client, cause));
      }),
    );
    this.#turn = mine.catch(() => undefined);
    try {
      const result = await mine;
      this.#afterChange();
      return result;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A view that does not move while it is read. */
  read<Result>(work: (books: Books) => Promise<Result>): Promise<Result> {
    return this.#inTransaction(async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      return work(await this.#books(client, { requestId: null, idempotencyKey: null }));
    });
  }

  async settings(): Promise<Settings> {
    return settingsOf(this.pool);
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.pool.query(
      `insert into stripe_standin.settings (name, value) values ('delivery', $1)
        on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(settings)],
    );
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.pool.end();
  }

  async #books(client: pg.ClientBase, cause: Cause): Promise<Books> {
    const { nowMs, origin } = this.#context;
    return new Books(client, { nowMs: nowMs(), origin: origin(), cause, settings: await settingsOf(client) });
  }

  async #inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken = false;
    // The pool listens only while a connection is idle; the query that fails says the rest.
    const lost = () => (broken = true);
    client.on('error', lost);
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(lost);
      throw error;
    } finally {
      client.off('error', lost);
      client.release(broken);
    }
  }
}

async function settingsOf(client: pg.Pool | pg.ClientBase): Promise<Settings> {
  const { rows } = await client.query<{ value: unknown }>(
    `select value from stripe_standin.settings where name = 'delivery'`,
  );
  return rows[0] ? settingsShape.parse(rows[0].value) : PLAIN_SETTINGS;
}
