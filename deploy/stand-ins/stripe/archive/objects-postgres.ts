import type pg from 'pg';
import type { BodyOf, Kept, Shelf } from '../shelves.ts';
import type { Field, ObjectQuery, Objects } from './archive.ts';
import { Conditions } from './conditions-postgres.ts';

interface Row<S extends Shelf> {
  body: Kept<S>['body'];
  extra: Kept<S>['extra'];
  due_ms: string | null;
}

const COLUMNS = 'body, extra, due_ms';

/** `stripe_standin.objects`. Fields are names of this program. */
export class PostgresObjects implements Objects {
  readonly #client: pg.Pool | pg.ClientBase;

  constructor(client: pg.Pool | pg.ClientBase) {
    this.#client = client;
  }

  async find<S extends Shelf>(shelf: S, id: string): Promise<Kept<S> | undefined> {
    return this.#first('where id = $1 and object = $2', [id, shelf]);
  }

  async besides<S extends Shelf>(shelf: S, field: 'secret' | 'intent', value: string): Promise<Kept<S> | undefined> {
    return this.#first(`where object = $1 and extra->>'${field}' = $2`, [shelf, value]);
  }

  async having<S extends Shelf>(shelf: S, field: Field, value: string, limit: number): Promise<Kept<S>[]> {
    return this.#rows(`where object = $1 and body->>'${field}' = $2 order by seq desc limit $3`, [shelf, value, limit]);
  }

  async add<S extends Shelf>({ body, extra, dueMs }: Kept<S>): Promise<void> {
    await this.#client.query(
      'insert into stripe_standin.objects (id, object, body, extra, due_ms) values ($1, $2, $3, $4, $5)',
      [body.id, body.object, JSON.stringify(body), JSON.stringify(extra), dueMs],
    );
  }

  async save<S extends Shelf>({ body, extra, dueMs }: Kept<S>): Promise<void> {
    await this.#client.query('update stripe_standin.objects set body = $2, extra = $3, due_ms = $4 where id = $1', [
      body.id,
      JSON.stringify(body),
      JSON.stringify(extra),
      dueMs,
    ]);
  }

  async list<S extends Shelf>(shelf: S, { fields, except, ...stretch }: ObjectQuery): Promise<BodyOf<S>[]> {
    const conditions = new Conditions();
    conditions.add('object =', shelf);
    for (const [field, value] of Object.entries(fields)) conditions.add(`${fieldSql(field)} =`, value);
    for (const [field, value] of Object.entries(except)) conditions.add(`${fieldSql(field)} <>`, value);
    conditions.stretch(stretch, `(body->>'created')::bigint`);
    const { rows } = await this.#client.query<{ body: BodyOf<S> }>(
      `select body from stripe_standin.objects ${conditions.sql}`,
      conditions.values,
    );
    return rows.map(({ body }) => body);
  }

  async seqOf(id: string): Promise<bigint | undefined> {
    const { rows } = await this.#client.query<{ seq: string }>('select seq from stripe_standin.objects where id = $1', [
      id,
    ]);
    return rows[0] && BigInt(rows[0].seq);
  }

  async due(nowMs: number, limit: number): Promise<{ id: string; object: Shelf }[]> {
    const { rows } = await this.#client.query<{ id: string; object: Shelf }>(
      'select id, object from stripe_standin.objects where due_ms <= $1 order by due_ms, seq limit $2',
      [nowMs, limit],
    );
    return rows;
  }

  async nextDueMs(): Promise<number | null> {
    const { rows } = await this.#client.query<{ next: string | null }>(
      'select min(due_ms) as next from stripe_standin.objects where due_ms is not null',
    );
    const next = rows[0]?.next ?? null;
    return next === null ? null : Number(next);
  }

  async postpone(id: string, dueMs: number): Promise<void> {
    await this.#client.query('update stripe_standin.objects set due_ms = $2 where id = $1', [id, dueMs]);
  }

  async #first<S extends Shelf>(where: string, values: unknown[]): Promise<Kept<S> | undefined> {
    return (await this.#rows<S>(where, values))[0];
  }

  async #rows<S extends Shelf>(where: string, values: unknown[]): Promise<Kept<S>[]> {
    const { rows } = await this.#client.query<Row<S>>(`select ${COLUMNS} from stripe_standin.objects ${where}`, values);
    return rows.map(({ body, extra, due_ms }) => ({ body, extra, dueMs: due_ms === null ? null : Number(due_ms) }));
  }
}

const fieldSql = (field: string) =>
  field.includes('.') ? `body#>>'{${field.replaceAll('.', ',')}}'` : `body->>'${field}'`;
