import type { Archive, Records } from './archive/archive.ts';
import { Books, type Cause } from './books.ts';
import { PLAIN_SETTINGS, type Settings } from './settings.ts';

/** Requests that may wait for their turn to write. */
const MAX_WAITING = 500;

export class Overloaded extends Error {}

export interface StoreContext {
  nowMs: () => number;
  origin: () => string;
}

/**
 * The door to the stand-in's archive. Changes are made one at a time, so that events are in the order of what they tell
 * of and no two requests decide from the same state.
 */
export class Store {
  #archive: Archive;
  #context: StoreContext;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #afterChange: () => void = () => undefined;

  constructor(archive: Archive, context: StoreContext) {
    this.#archive = archive;
    this.#context = context;
  }

  /** For what is one statement. */
  get records(): Records {
    return this.#archive.records;
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
    const mine = before.then(() => this.#archive.write((records) => work(this.#books(records, cause))));
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
    return this.#archive.view((records) => work(this.#books(records, { requestId: null, idempotencyKey: null })));
  }

  async settings(): Promise<Settings> {
    return (await this.records.settings()) ?? PLAIN_SETTINGS;
  }

  /** Throws where the archive cannot serve. */
  check(): Promise<void> {
    return this.#archive.check();
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#archive.close();
  }

  #books(records: Records, cause: Cause): Books {
    const { nowMs, origin } = this.#context;
    return new Books(records, { nowMs: nowMs(), origin: origin(), cause });
  }
}
