import { type Settings, settingsShape } from '../settings.ts';
import type { Archive, KeptReply, Records, Replies } from './archive.ts';
import { Counter } from './counter-memory.ts';
import { MemoryDeliveries, MemoryEvents } from './events-memory.ts';
import { MemoryObjects } from './objects-memory.ts';
import { DraftTables, emptyTables, type ReplyRow, type Table, type Tables } from './tables-memory.ts';

/** Gives way to whoever decides what goes on next. */
export type Turn = () => Promise<void>;

const SETTINGS = 'delivery';

/**
 * The stand-in's books in memory, for runs that own every interleaving: nothing in here waits but for its turn, which
 * is asked for before each transaction and each statement of its own.
 */
export class MemoryArchive implements Archive {
  readonly records: Records;
  readonly #tables = emptyTables();
  readonly #counter = new Counter();
  readonly #turn: Turn;
  #before: Promise<unknown> = Promise.resolve();

  constructor(turn: Turn = () => Promise.resolve()) {
    this.#turn = turn;
    this.records = new MemoryRecords(this.#tables, this.#counter, turn);
  }

  async open(): Promise<void> {
    await this.#turn();
  }

  write<Result>(work: (records: Records) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async (draft) => {
      const result = await work(this.#records(draft));
      draft.keep();
      return result;
    });
  }

  view<Result>(work: (records: Records) => Promise<Result>): Promise<Result> {
    return this.#inTurn((draft) => work(this.#records(draft)));
  }

  async check(): Promise<void> {
    await this.#turn();
  }

  async close(): Promise<void> {
    await this.#before;
  }

  /** One after the other, views too: so none moves, and what one has not kept no other sees. */
  #inTurn<Result>(work: (draft: DraftTables) => Promise<Result>): Promise<Result> {
    const mine = this.#before.then(async () => {
      await this.#turn();
      return work(new DraftTables(this.#tables));
    });
    this.#before = mine.catch(() => undefined);
    return mine;
  }

  /** Within a transaction nobody else can be let before. */
  #records(draft: DraftTables): Records {
    return new MemoryRecords(draft, this.#counter, () => Promise.resolve());
  }
}

class MemoryRecords implements Records {
  readonly objects: MemoryObjects;
  readonly events: MemoryEvents;
  readonly deliveries: MemoryDeliveries;
  readonly replies: MemoryReplies;
  readonly #tables: Tables;
  readonly #turn: Turn;

  constructor(tables: Tables, counter: Counter, turn: Turn) {
    this.#tables = tables;
    this.#turn = turn;
    this.objects = new MemoryObjects(tables.objects, counter, turn);
    this.events = new MemoryEvents(tables, counter, turn);
    this.deliveries = new MemoryDeliveries(tables, counter, turn);
    this.replies = new MemoryReplies(tables.replies, turn);
  }

  async settings(): Promise<Settings | undefined> {
    await this.#turn();
    return this.#tables.settings.get(SETTINGS);
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.#turn();
    this.#tables.settings.set(SETTINGS, settingsShape.parse(settings));
  }

  async forget({ repliesMs, eventsS }: { repliesMs: number; eventsS: number }): Promise<void> {
    await this.#turn();
    const { replies, events, deliveries } = this.#tables;
    for (const [key, { createdMs }] of replies.entries()) if (createdMs < repliesMs) replies.delete(key);
    for (const [id, { created }] of events.entries()) {
      if (created >= eventsS) continue;
      for (const [delivery, { event }] of deliveries.entries()) if (event === id) deliveries.delete(delivery);
      events.delete(id);
    }
  }
}

class MemoryReplies implements Replies {
  readonly #rows: Table<ReplyRow>;
  readonly #turn: Turn;

  constructor(rows: Table<ReplyRow>, turn: Turn) {
    this.#rows = rows;
    this.#turn = turn;
  }

  async find(key: string): Promise<KeptReply | undefined> {
    await this.#turn();
    const row = this.#rows.get(key);
    return row && { fingerprint: row.fingerprint, status: row.status, body: row.body };
  }

  async add(key: string, reply: KeptReply, nowMs: number): Promise<void> {
    await this.#turn();
    if (this.#rows.get(key)) throw new Error(`a reply to ${key} is there already`);
    this.#rows.set(key, { ...reply, createdMs: nowMs });
  }
}
