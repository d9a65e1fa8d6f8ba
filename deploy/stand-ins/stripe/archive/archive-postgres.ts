import pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../in-transaction.ts';
import { type Settings, settingsShape } from '../settings.ts';
import { CREATE_TABLES } from '../tables.ts';
import type { Archive, KeptReply, Records, Replies } from './archive.ts';
import { PostgresDeliveries, PostgresEvents } from './events-postgres.ts';
import { PostgresObjects } from './objects-postgres.ts';

const CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** One number for all stand-ins: one that is being replaced may still be writing. */
const WRITE_LOCK = 7_241_193;

/** The stand-in's books in PostgreSQL. */
export class PostgresArchive implements Archive {
  readonly records: Records;
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, logger: Logger) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'stripe stand-in',
    });
    this.#pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL was lost'));
    this.records = new PostgresRecords(this.#pool);
  }

  open(): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [WRITE_LOCK]);
      await client.query(CREATE_TABLES);
    });
  }

  write<Result>(work: (records: Records) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [WRITE_LOCK]);
      return work(new PostgresRecords(client));
    });
  }

  view<Result>(work: (records: Records) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      return work(new PostgresRecords(client));
    });
  }

  async check(): Promise<void> {
    await this.#pool.query('select 1');
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresRecords implements Records {
  readonly objects: PostgresObjects;
  readonly events: PostgresEvents;
  readonly deliveries: PostgresDeliveries;
  readonly replies: PostgresReplies;
  readonly #client: pg.Pool | pg.ClientBase;

  constructor(client: pg.Pool | pg.ClientBase) {
    this.#client = client;
    this.objects = new PostgresObjects(client);
    this.events = new PostgresEvents(client);
    this.deliveries = new PostgresDeliveries(client);
    this.replies = new PostgresReplies(client);
  }

  async settings(): Promise<Settings | undefined> {
    const { rows } = await this.#client.query<{ value: unknown }>(
      `select value from stripe_standin.settings where name = 'delivery'`,
    );
    return rows[0] && settingsShape.parse(rows[0].value);
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.#client.query(
      `insert into stripe_standin.settings (name, value) values ('delivery', $1)
        on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(settings)],
    );
  }

  async forget({ repliesMs, eventsS }: { repliesMs: number; eventsS: number }): Promise<void> {
    await this.#client.query('delete from stripe_standin.replies where created_ms < $1', [repliesMs]);
    await this.#client.query('delete from stripe_standin.events where created < $1', [eventsS]);
  }
}

class PostgresReplies implements Replies {
  readonly #client: pg.Pool | pg.ClientBase;

  constructor(client: pg.Pool | pg.ClientBase) {
    this.#client = client;
  }

  async find(key: string): Promise<KeptReply | undefined> {
    const { rows } = await this.#client.query<KeptReply>(
      'select fingerprint, status, body from stripe_standin.replies where key = $1',
      [key],
    );
    return rows[0];
  }

  async add(key: string, { fingerprint, status, body }: KeptReply, nowMs: number): Promise<void> {
    await this.#client.query(
      `insert into stripe_standin.replies (key, fingerprint, status, body, created_ms) values ($1, $2, $3, $4, $5)`,
      [key, fingerprint, status, body, nowMs],
    );
  }
}
