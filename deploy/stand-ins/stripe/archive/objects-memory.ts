import type { BodyOf, Kept, Shelf } from '../shelves.ts';
import type { Between, Field, ObjectQuery, Objects, Stretch } from './archive.ts';
import type { Counter } from './counter-memory.ts';
import type { ObjectRow, Table } from './tables-memory.ts';

/** Objects are kept as JSON, as PostgreSQL does: what is handed in or out is nobody else's. */
export class MemoryObjects implements Objects {
  readonly #rows: Table<ObjectRow>;
  readonly #counter: Counter;
  readonly #turn: () => Promise<void>;

  constructor(rows: Table<ObjectRow>, counter: Counter, turn: () => Promise<void>) {
    this.#rows = rows;
    this.#counter = counter;
    this.#turn = turn;
  }

  async find<S extends Shelf>(shelf: S, id: string): Promise<Kept<S> | undefined> {
    await this.#turn();
    const row = this.#rows.get(id);
    return row?.object === shelf ? keptOf(row) : undefined;
  }

  async besides<S extends Shelf>(shelf: S, field: 'secret' | 'intent', value: string): Promise<Kept<S> | undefined> {
    await this.#turn();
    const row = this.#on(shelf).find(({ besides }) => textAt(besides, field) === value);
    return row && keptOf(row);
  }

  async having<S extends Shelf>(shelf: S, field: Field, value: string, limit: number): Promise<Kept<S>[]> {
    await this.#turn();
    const rows = this.#on(shelf).filter(({ fields }) => textAt(fields, field) === value);
    return rows
      .reverse()
      .slice(0, limit)
      .map(keptOf<S>);
  }

  async add<S extends Shelf>({ body, extra, dueMs }: Kept<S>): Promise<void> {
    await this.#turn();
    if (this.#rows.get(body.id)) throw new Error(`${body.id} is there already`);
    this.#rows.set(body.id, rowOf({ seq: this.#counter.next(), body, extra, dueMs }));
  }

  async save<S extends Shelf>({ body, extra, dueMs }: Kept<S>): Promise<void> {
    await this.#turn();
    const row = this.#rows.get(body.id);
    if (row) this.#rows.set(body.id, rowOf({ seq: row.seq, body, extra, dueMs }));
  }

  async list<S extends Shelf>(shelf: S, { fields, except, ...stretch }: ObjectQuery): Promise<BodyOf<S>[]> {
    await this.#turn();
    const rows = this.#on(shelf).filter(
      (row) =>
        Object.entries(fields).every(([field, value]) => textAt(row.fields, field) === value) &&
        // A field that says nothing is not other than something, in SQL.
        Object.entries(except).every(([field, value]) => ![null, value].includes(textAt(row.fields, field))),
    );
    const shown = stretchOf(rows, stretch, (row) => Number(textAt(row.fields, 'created')));
    return shown.map((row) => JSON.parse(row.body) as BodyOf<S>);
  }

  async seqOf(id: string): Promise<bigint | undefined> {
    await this.#turn();
    return this.#rows.get(id)?.seq;
  }

  async due(nowMs: number, limit: number): Promise<{ id: string; object: Shelf }[]> {
    await this.#turn();
    const due = this.#all().filter(({ dueMs }) => dueMs !== null && dueMs <= nowMs);
    return due
      .toSorted((a, b) => Number(a.dueMs) - Number(b.dueMs))
      .slice(0, limit)
      .map(({ id, object }) => ({ id, object }));
  }

  async nextDueMs(): Promise<number | null> {
    await this.#turn();
    const next = Math.min(...this.#all().flatMap(({ dueMs }) => dueMs ?? []));
    return next === Infinity ? null : next;
  }

  async postpone(id: string, dueMs: number): Promise<void> {
    await this.#turn();
    const row = this.#rows.get(id);
    if (row) this.#rows.set(id, { ...row, dueMs });
  }

  #on(shelf: Shelf): ObjectRow[] {
    return this.#all().filter(({ object }) => object === shelf);
  }

  #all(): ObjectRow[] {
    return Array.from(this.#rows.entries(), ([, row]) => row);
  }
}

/** Of rows in the order of writing: the newest first, or from a place on the oldest first. */
export function stretchOf<Row extends { seq: bigint }>(
  rows: readonly Row[],
  { created = {}, beyond, limit }: Stretch,
  createdOf: (row: Row) => number,
): Row[] {
  const within = rows.filter(
    (row) =>
      (!beyond || (beyond.newer ? row.seq > beyond.seq : row.seq < beyond.seq)) && isBetween(createdOf(row), created),
  );
  return (beyond?.newer ? within : within.toReversed()).slice(0, limit);
}

const isBetween = (at: number, { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity }: Between): boolean =>
  at > gt && at >= gte && at < lt && at <= lte;

function rowOf<S extends Shelf>({ seq, body, extra, dueMs }: Kept<S> & { seq: bigint }): ObjectRow {
  const [bodyText, extraText] = [JSON.stringify(body), JSON.stringify(extra)];
  return {
    seq,
    id: body.id,
    object: body.object,
    body: bodyText,
    extra: extraText,
    dueMs,
    fields: JSON.parse(bodyText) as Record<string, unknown>,
    besides: JSON.parse(extraText) as Record<string, unknown>,
  };
}

const keptOf = <S extends Shelf>({ body, extra, dueMs }: ObjectRow): Kept<S> => ({
  body: JSON.parse(body) as Kept<S>['body'],
  extra: JSON.parse(extra) as Kept<S>['extra'],
  dueMs,
});

/** What stands at a path, as PostgreSQL's `->>` would give it. */
function textAt(value: Readonly<Record<string, unknown>>, path: string): string | null {
  const found = path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), value);
  if (found === undefined || found === null) return null;
  return typeof found === 'string' ? found : JSON.stringify(found);
}
