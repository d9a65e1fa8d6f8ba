import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { inTransaction } from '../in-transaction.ts';
import type { Order } from './wire.ts';

const CREATE_TABLES = `
  create schema if not exists prodigi_standin;
  create table if not exists prodigi_standin.orders (
    seq bigint generated always as identity primary key,
    id text collate "C" not null unique,
    key text collate "C" unique,
    reference text,
    body json not null,
    extra json not null,
    due_ms bigint
  );
  create index if not exists orders_due on prodigi_standin.orders (due_ms) where due_ms is not null;
  create table if not exists prodigi_standin.callbacks (
    id bigint generated always as identity primary key,
    order_id text not null,
    type text not null,
    url text not null,
    body text not null,
    state text not null check (state in ('pending', 'held', 'delivered', 'failed')),
    due_ms bigint not null,
    attempts integer not null default 0,
    last_status integer
  );
  create index if not exists callbacks_due on prodigi_standin.callbacks (due_ms, id) where state = 'pending';
  create table if not exists prodigi_standin.settings (name text primary key, value json not null);
`;
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 5_000;

/** Changed by control calls, kept over a restart. */
export const settingsShape = z.strictObject({
  /** Every call of the API is answered 503. */
  away: z.boolean(),
  /** Answers of the API come this much later than what they answer was done. */
  lateMs: z.int().min(0).max(60_000),
  /** New callbacks wait until they are released. */
  hold: z.boolean(),
  /** How often every callback is sent. */
  times: z.int().min(0).max(20),
  /** The time of each step of production; null where they wait for calls. */
  stepMs: z.int().min(1).nullable(),
  /** Shipments of an order that has as many items. */
  shipments: z.int().min(1).max(10),
  /** In which it charges. */
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Settings = z.infer<typeof settingsShape>;

/** An order with what Prodigi does not show of it. */
export interface Kept {
  order: Order;
  /** How far production has come, from 0. */
  step: number;
  /** Downloads that failed. */
  tries: number;
  /** Production waits until it is let go. */
  held: boolean;
  dueMs: number | null;
}

export interface Callback {
  id: string;
  order_id: string;
  type: string;
  url: string;
  body: string;
  attempts: number;
}

type Row = { body: Order; extra: Pick<Kept, 'step' | 'tries' | 'held'>; due_ms: string | null };

const keptIn = ({ body: order, extra, due_ms }: Row): Kept => ({
  order,
  ...extra,
  dueMs: due_ms === null ? null : Number(due_ms),
});

/** The stand-in's books in PostgreSQL. Changes are made one at a time. */
export class Store {
  readonly #pool: pg.Pool;
  readonly #defaults: Settings;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(databaseUrl: string, defaults: Settings, logger: Logger) {
    this.#defaults = defaults;
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'prodigi stand-in',
    });
    this.#pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL was lost'));
  }

  async open(): Promise<void> {
    await this.#pool.query(CREATE_TABLES);
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#pool.end();
  }

  async settings(): Promise<Settings> {
    const { rows } = await this.#pool.query<{ value: object }>('select value from prodigi_standin.settings');
    return settingsShape.parse({ ...this.#defaults, ...rows[0]?.value });
  }

  async changeSettings(change: { [Name in keyof Settings]?: Settings[Name] | undefined }): Promise<Settings> {
    await this.#pool.query(
      `insert into prodigi_standin.settings as s (name, value) values ('all', $1)
        on conflict (name) do update set value = (s.value::jsonb || excluded.value::jsonb)::json`,
      [JSON.stringify(change)],
    );
    return this.settings();
  }

  async find(id: string): Promise<Kept | undefined> {
    const { rows } = await this.#pool.query<Row>(
      'select body, extra, due_ms from prodigi_standin.orders where id = $1',
      [id],
    );
    return rows[0] && keptIn(rows[0]);
  }

  async list(references: readonly string[] | null, top: number, skip: number): Promise<Kept[]> {
    const { rows } = await this.#pool.query<Row>(
      `select body, extra, due_ms from prodigi_standin.orders where $1::text[] is null or reference = any($1)
        order by seq desc limit $2 offset $3`,
      [references, top, skip],
    );
    return rows.map(keptIn);
  }

  /** Returns the order of the same idempotency key instead, where there is one. */
  async add(kept: Kept): Promise<{ kept: Kept; isNew: boolean }> {
    const { order } = kept;
    const { rowCount } = await this.#pool.query(
      `insert into prodigi_standin.orders (id, key, reference, body, extra, due_ms) values ($1, $2, $3, $4, $5, $6)
        on conflict (key) do nothing`,
      [order.id, order.idempotencyKey, order.merchantReference, ...columnsOf(kept)],
    );
    if (rowCount === 1) return { kept, isNew: true };
    const { rows } = await this.#pool.query<Row>(
      'select body, extra, due_ms from prodigi_standin.orders where key = $1',
      [order.idempotencyKey],
    );
    const earlier = rows[0];
    if (!earlier) throw new Error('an order was taken and is not there');
    return { kept: keptIn(earlier), isNew: false };
  }

  /** Changes an order and writes its callbacks in one; undefined where there is no such order. */
  change<Result>(
    id: string,
    work: (kept: Kept, settings: Settings) => { result: Result; events: readonly string[] },
    bodyOf: (order: Order, type: string) => string,
  ): Promise<{ kept: Kept; result: Result } | undefined> {
    const mine = this.#turn.then(() =>
      inTransaction(this.#pool, async (client) => {
        const { rows } = await client.query<Row>(
          'select body, extra, due_ms from prodigi_standin.orders where id = $1 for update',
          [id],
        );
        if (!rows[0]) return undefined;
        const kept = keptIn(rows[0]);
        const settings = await this.settings();
        const { result, events } = work(kept, settings);
        kept.order.lastUpdated = new Date().toISOString();
        await client.query('update prodigi_standin.orders set body = $2, extra = $3, due_ms = $4 where id = $1', [
          id,
          ...columnsOf(kept),
        ]);
        const { callbackUrl } = kept.order;
        for (const type of callbackUrl === null ? [] : events) {
          await client.query(
            `insert into prodigi_standin.callbacks (order_id, type, url, body, state, due_ms)
              select $1, $2, $3, $4, $5, $6 from generate_series(1, $7::int)`,
            [
              id,
              type,
              callbackUrl,
              bodyOf(kept.order, type),
              settings.hold ? 'held' : 'pending',
              Date.now(),
              settings.times,
            ],
          );
        }
        return { kept, result };
      }),
    );
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Ids of orders to which something happens by itself now, and in how many milliseconds the next one is due. */
  async due(nowMs: number): Promise<{ ids: string[]; nextMs: number }> {
    const { rows } = await this.#pool.query<{ id: string; due_ms: string }>(
      'select id, due_ms from prodigi_standin.orders where due_ms is not null order by due_ms limit 50',
    );
    const ids = rows.filter(({ due_ms }) => Number(due_ms) <= nowMs).map(({ id }) => id);
    const next = rows[ids.length];
    return { ids, nextMs: next ? Number(next.due_ms) - nowMs : Infinity };
  }

  /** Those that are due, or all that are not delivered yet. */
  async callbacks(which: { dueMs: number } | 'open'): Promise<Callback[]> {
    const { rows } = await this.#pool.query<Callback>(
      `select id, order_id, type, url, body, attempts from prodigi_standin.callbacks
        where case when $1::bigint is null then state in ('pending', 'held') else state = 'pending' and due_ms <= $1 end
        order by id limit 200`,
      [which === 'open' ? null : which.dueMs],
    );
    return rows;
  }

  async nextCallbackMs(nowMs: number): Promise<number> {
    const { rows } = await this.#pool.query<{ due: string | null }>(
      `select min(due_ms) as due from prodigi_standin.callbacks where state = 'pending'`,
    );
    const due = rows[0]?.due;
    return due === undefined || due === null ? Infinity : Number(due) - nowMs;
  }

  async noteCallback(id: string, end: { state: string; status: number | null; dueMs: number }): Promise<void> {
    await this.#pool.query(
      `update prodigi_standin.callbacks set state = $2, last_status = $3, due_ms = $4, attempts = attempts + 1
        where id = $1`,
      [id, end.state, end.status, end.dueMs],
    );
  }

  async sentCallbacks(): Promise<object[]> {
    const { rows } = await this.#pool.query<object>(
      `select order_id as order, type, state, attempts, last_status as "lastStatus"
        from prodigi_standin.callbacks order by id desc limit 1000`,
    );
    return rows;
  }
}

const columnsOf = ({ order, step, tries, held, dueMs }: Kept): [string, string, number | null] => [
  JSON.stringify(order),
  JSON.stringify({ step, tries, held }),
  dueMs,
];
