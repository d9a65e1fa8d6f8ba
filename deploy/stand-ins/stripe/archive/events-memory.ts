import type { StripeEvent } from '../wire.ts';
import type { Deliveries, Delivery, DeliveryState, DueDelivery, Events, KeptEvent, Stretch } from './archive.ts';
import type { Counter } from './counter-memory.ts';
import { stretchOf } from './objects-memory.ts';
import type { DeliveryRow, EventRow, Tables } from './tables-memory.ts';

const isWaiting = ({ state }: DeliveryRow): boolean => state === 'pending' || state === 'held';

export class MemoryEvents implements Events {
  readonly #tables: Tables;
  readonly #counter: Counter;
  readonly #turn: () => Promise<void>;

  constructor(tables: Tables, counter: Counter, turn: () => Promise<void>) {
    this.#tables = tables;
    this.#counter = counter;
    this.#turn = turn;
  }

  async add(
    event: StripeEvent,
    { hold, times, dueMs }: { hold: boolean; times: number; dueMs: number },
  ): Promise<void> {
    await this.#turn();
    const { id, type, created } = event;
    this.#tables.events.set(id, { seq: this.#counter.next(), id, type, created, body: JSON.stringify(event) });
    for (let n = 0; n < times; n += 1) {
      addDelivery(this.#tables, this.#counter, { event: id, state: hold ? 'held' : 'pending', dueMs });
    }
  }

  async find(id: string): Promise<KeptEvent | undefined> {
    await this.#turn();
    const row = this.#tables.events.get(id);
    return row && this.#shown(row);
  }

  async list({ types, ...stretch }: Stretch & { types?: readonly string[] | undefined }): Promise<KeptEvent[]> {
    await this.#turn();
    const patterns = types?.map(patternOf);
    const rows = Array.from(this.#tables.events.entries(), ([, row]) => row).filter(
      ({ type }) => !patterns || patterns.some((pattern) => pattern.test(type)),
    );
    return stretchOf(rows, stretch, ({ created }) => created).map((row) => this.#shown(row));
  }

  async seqOf(id: string): Promise<bigint | undefined> {
    await this.#turn();
    return this.#tables.events.get(id)?.seq;
  }

  #shown({ id, body }: EventRow): KeptEvent {
    for (const [, delivery] of this.#tables.deliveries.entries()) {
      if (delivery.event === id && isWaiting(delivery)) return { body, pending: 1 };
    }
    return { body, pending: 0 };
  }
}

export class MemoryDeliveries implements Deliveries {
  readonly #tables: Tables;
  readonly #counter: Counter;
  readonly #turn: () => Promise<void>;

  constructor(tables: Tables, counter: Counter, turn: () => Promise<void>) {
    this.#tables = tables;
    this.#counter = counter;
    this.#turn = turn;
  }

  async open(ids: readonly string[]): Promise<DueDelivery[]> {
    await this.#turn();
    return this.#rows((row) => ids.includes(row.id) && (isWaiting(row) || row.state === 'failed')).map((row) =>
      this.#due(row),
    );
  }

  async due(nowMs: number, limit: number): Promise<DueDelivery[]> {
    await this.#turn();
    return this.#rows(({ state, dueMs }) => state === 'pending' && dueMs <= nowMs)
      .toSorted((a, b) => a.dueMs - b.dueMs)
      .slice(0, limit)
      .map((row) => this.#due(row));
  }

  async nextDueMs(): Promise<number | null> {
    await this.#turn();
    const next = Math.min(...this.#rows(({ state }) => state === 'pending').map(({ dueMs }) => dueMs));
    return next === Infinity ? null : next;
  }

  async note(
    id: string,
    { status, ...attempt }: { state: DeliveryState; dueMs: number; attempts: number; status: number | null },
  ): Promise<void> {
    await this.#turn();
    const row = this.#tables.deliveries.get(id);
    if (row) this.#tables.deliveries.set(id, { ...row, ...attempt, lastStatus: status });
  }

  async newest(limit: number) {
    await this.#turn();
    return this.#rows(() => true)
      .slice(-limit)
      .map((row) => ({ ...this.#named(row), state: row.state, attempts: row.attempts, lastStatus: row.lastStatus }));
  }

  async waiting(limit: number): Promise<Delivery[]> {
    await this.#turn();
    return this.#rows(isWaiting)
      .slice(0, limit)
      .map((row) => this.#named(row));
  }

  async drop(events: readonly string[] | null, types: readonly string[] | null): Promise<Delivery[]> {
    await this.#turn();
    const dropped = this.#rows(isWaiting).filter(
      (row) =>
        (events === null || events.includes(row.event)) && (types === null || types.includes(this.#eventOf(row).type)),
    );
    for (const row of dropped) this.#tables.deliveries.set(row.id, { ...row, state: 'dropped' });
    return dropped.map((row) => this.#named(row));
  }

  async copy(of: { event: string } | { newest: number }, times: number): Promise<string[]> {
    await this.#turn();
    const all = Array.from(this.#tables.events.entries(), ([, { id }]) => id);
    const chosen = 'event' in of ? all.filter((id) => id === of.event) : of.newest === 0 ? [] : all.slice(-of.newest);
    return chosen.flatMap((event) =>
      Array.from({ length: times }, () => addDelivery(this.#tables, this.#counter, { event, state: 'held', dueMs: 0 })),
    );
  }

  #rows(wanted: (row: DeliveryRow) => boolean): DeliveryRow[] {
    return Array.from(this.#tables.deliveries.entries(), ([, row]) => row).filter(wanted);
  }

  #eventOf({ event }: DeliveryRow): EventRow {
    const row = this.#tables.events.get(event);
    if (!row) throw new Error(`a delivery of ${event}, which nothing tells of`);
    return row;
  }

  #named(row: DeliveryRow): Delivery {
    return { id: row.id, event: row.event, type: this.#eventOf(row).type };
  }

  #due(row: DeliveryRow): DueDelivery {
    const { body, created } = this.#eventOf(row);
    return { ...this.#named(row), body, created, attempts: row.attempts };
  }
}

/** `*` is anything, all else itself. */
const patternOf = (type: string): RegExp =>
  new RegExp(`^${type.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`);

function addDelivery(
  { deliveries }: Tables,
  counter: Counter,
  { event, state, dueMs }: Pick<DeliveryRow, 'event' | 'state' | 'dueMs'>,
): string {
  const id = String(counter.next());
  deliveries.set(id, { id, event, state, dueMs, attempts: 0, lastStatus: null });
  return id;
}
