import type { Shelf } from '../shelves.ts';
import type { Settings } from '../settings.ts';
import type { DeliveryState, KeptReply } from './archive.ts';

/** An object as JSON, and as values to search by, which nobody is given. */
export interface ObjectRow {
  readonly seq: bigint;
  readonly id: string;
  readonly object: Shelf;
  readonly body: string;
  readonly extra: string;
  readonly dueMs: number | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly besides: Readonly<Record<string, unknown>>;
}

export interface EventRow {
  readonly seq: bigint;
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly body: string;
}

export interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly state: DeliveryState;
  readonly dueMs: number;
  readonly attempts: number;
  readonly lastStatus: number | null;
}

export type ReplyRow = KeptReply & { createdMs: number };

/** Rows by their names, in the order in which they were first written. A row is replaced, never changed. */
export interface Table<Row> {
  get(name: string): Row | undefined;
  set(name: string, row: Row): unknown;
  delete(name: string): unknown;
  entries(): Iterable<[string, Row]>;
}

export interface Tables {
  readonly objects: Table<ObjectRow>;
  readonly events: Table<EventRow>;
  readonly deliveries: Table<DeliveryRow>;
  readonly replies: Table<ReplyRow>;
  readonly settings: Table<Settings>;
}

export const emptyTables = (): Tables => ({
  objects: new Map(),
  events: new Map(),
  deliveries: new Map(),
  replies: new Map(),
  settings: new Map(),
});

/** Tables as one transaction sees them, who alone sees what it writes until that is kept. */
export class DraftTables implements Tables {
  readonly objects: Draft<ObjectRow>;
  readonly events: Draft<EventRow>;
  readonly deliveries: Draft<DeliveryRow>;
  readonly replies: Draft<ReplyRow>;
  readonly settings: Draft<Settings>;

  constructor({ objects, events, deliveries, replies, settings }: Tables) {
    this.objects = new Draft(objects);
    this.events = new Draft(events);
    this.deliveries = new Draft(deliveries);
    this.replies = new Draft(replies);
    this.settings = new Draft(settings);
  }

  keep(): void {
    for (const draft of [this.objects, this.events, this.deliveries, this.replies, this.settings]) draft.keep();
  }
}

class Draft<Row> implements Table<Row> {
  readonly #below: Table<Row>;
  /** Undefined for what was deleted. */
  readonly #written = new Map<string, Row | undefined>();

  constructor(below: Table<Row>) {
    this.#below = below;
  }

  get(name: string): Row | undefined {
    return this.#written.has(name) ? this.#written.get(name) : this.#below.get(name);
  }

  set(name: string, row: Row): void {
    this.#written.set(name, row);
  }

  delete(name: string): void {
    this.#written.set(name, undefined);
  }

  *entries(): Iterable<[string, Row]> {
    for (const [name, below] of this.#below.entries()) {
      const row = this.#written.has(name) ? this.#written.get(name) : below;
      if (row !== undefined) yield [name, row];
    }
    for (const [name, row] of this.#written) {
      if (row !== undefined && this.#below.get(name) === undefined) yield [name, row];
    }
  }

  keep(): void {
    for (const [name, row] of this.#written) {
      if (row === undefined) this.#below.delete(name);
      else this.#below.set(name, row);
    }
  }
}
