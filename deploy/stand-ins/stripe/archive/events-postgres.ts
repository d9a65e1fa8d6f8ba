import type pg from 'pg';
import type { StripeEvent } from '../wire.ts';
import type { Deliveries, Delivery, DeliveryState, DueDelivery, Events, KeptEvent, Stretch } from './archive.ts';
import { Conditions } from './conditions-postgres.ts';

const COLUMNS = `body, (select count(distinct event)::integer from stripe_standin.deliveries d
  where d.event = events.id and d.state in ('pending', 'held')) as pending`;

/** `stripe_standin.events`. */
export class PostgresEvents implements Events {
  readonly #client: pg.Pool | pg.ClientBase;

  constructor(client: pg.Pool | pg.ClientBase) {
    this.#client = client;
  }

  async add(
    event: StripeEvent,
    { hold, times, dueMs }: { hold: boolean; times: number; dueMs: number },
  ): Promise<void> {
    const { id, type, created } = event;
    await this.#client.query('insert into stripe_standin.events (id, type, created, body) values ($1, $2, $3, $4)', [
      id,
      type,
      created,
      JSON.stringify(event),
    ]);
    await this.#client.query(
      `insert into stripe_standin.deliveries (event, state, due_ms)
        select $1, $2, $3 from generate_series(1, $4::integer)`,
      [id, hold ? 'held' : 'pending', dueMs, times],
    );
  }

  async find(id: string): Promise<KeptEvent | undefined> {
    const { rows } = await this.#client.query<KeptEvent>(`select ${COLUMNS} from stripe_standin.events where id = $1`, [
      id,
    ]);
    return rows[0];
  }

  async list({ types, ...stretch }: Stretch & { types?: readonly string[] | undefined }): Promise<KeptEvent[]> {
    const conditions = new Conditions();
    if (types) {
      const patterns = types.map((type) => type.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%'));
      conditions.like('type', patterns);
    }
    conditions.stretch(stretch, 'created');
    const { rows } = await this.#client.query<KeptEvent>(
      `select ${COLUMNS} from stripe_standin.events ${conditions.sql}`,
      conditions.values,
    );
    return rows;
  }

  async seqOf(id: string): Promise<bigint | undefined> {
    const { rows } = await this.#client.query<{ seq: string }>('select seq from stripe_standin.events where id = $1', [
      id,
    ]);
    return rows[0] && BigInt(rows[0].seq);
  }
}

interface Row extends Delivery {
  body: string;
  created: string;
  attempts: number;
}

const FROM = 'from stripe_standin.deliveries d join stripe_standin.events e on e.id = d.event';
const SELECT = `select d.id, d.event, e.type ${FROM}`;
const SELECT_DUE = `select d.id, d.event, d.attempts, e.type, e.body, e.created ${FROM}`;

/** `stripe_standin.deliveries`. */
export class PostgresDeliveries implements Deliveries {
  readonly #client: pg.Pool | pg.ClientBase;

  constructor(client: pg.Pool | pg.ClientBase) {
    this.#client = client;
  }

  async open(ids: readonly string[]): Promise<DueDelivery[]> {
    const { rows } = await this.#client.query<Row>(
      `${SELECT_DUE} where d.id = any($1::bigint[]) and d.state in ('pending', 'held', 'failed') order by d.id`,
      [ids],
    );
    return rows.map(dueOf);
  }

  async due(nowMs: number, limit: number): Promise<DueDelivery[]> {
    const { rows } = await this.#client.query<Row>(
      `${SELECT_DUE} where d.state = 'pending' and d.due_ms <= $1 order by d.due_ms, d.id limit $2`,
      [nowMs, limit],
    );
    return rows.map(dueOf);
  }

  async nextDueMs(): Promise<number | null> {
    const { rows } = await this.#client.query<{ next: string | null }>(
      `select min(due_ms) as next from stripe_standin.deliveries where state = 'pending'`,
    );
    const next = rows[0]?.next ?? null;
    return next === null ? null : Number(next);
  }

  async note(
    id: string,
    {
      state,
      dueMs,
      attempts,
      status,
    }: { state: DeliveryState; dueMs: number; attempts: number; status: number | null },
  ): Promise<void> {
    await this.#client.query(
      `update stripe_standin.deliveries set state = $2, due_ms = $3, attempts = $4, last_status = $5 where id = $1`,
      [id, state, dueMs, attempts, status],
    );
  }

  async newest(limit: number) {
    const { rows } = await this.#client.query<
      Delivery & { state: DeliveryState; attempts: number; lastStatus: number | null }
    >(
      `select d.id, d.event, e.type, d.state, d.attempts, d.last_status as "lastStatus" ${FROM}
        order by d.id desc limit $1`,
      [limit],
    );
    return rows.reverse();
  }

  async waiting(limit: number): Promise<Delivery[]> {
    const { rows } = await this.#client.query<Delivery>(
      `${SELECT} where d.state in ('held', 'pending') order by d.id limit $1`,
      [limit],
    );
    return rows;
  }

  async drop(events: readonly string[] | null, types: readonly string[] | null): Promise<Delivery[]> {
    const { rows } = await this.#client.query<Delivery>(
      `update stripe_standin.deliveries d set state = 'dropped' from stripe_standin.events e
        where e.id = d.event and d.state in ('held', 'pending')
          and ($1::text[] is null or e.id = any($1)) and ($2::text[] is null or e.type = any($2))
        returning d.id, d.event, e.type`,
      [events, types],
    );
    return rows;
  }

  async copy(of: { event: string } | { newest: number }, times: number): Promise<string[]> {
    const [where, value] =
      'event' in of
        ? ['id = $2', of.event]
        : ['seq in (select seq from stripe_standin.events order by seq desc limit $2)', of.newest];
    const { rows } = await this.#client.query<{ id: string }>(
      `insert into stripe_standin.deliveries (event, state, due_ms)
        select id, 'held', 0 from stripe_standin.events, generate_series(1, $1::integer) where ${where} order by seq
        returning id`,
      [times, value],
    );
    return rows.map(({ id }) => id);
  }
}

const dueOf = (row: Row): DueDelivery => ({ ...row, created: Number(row.created) });
