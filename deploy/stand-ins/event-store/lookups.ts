import type { Database } from './database.ts';
import { NO_STREAM } from './event.ts';
import type { Head, Heads } from './heads.ts';
import type { Occurrence } from './recent-ids.ts';
import { retentionOf } from './retention.ts';

/** What the database knew of some ids, all positions up to `asOf` considered. */
export interface KnownIds {
  asOf: number;
  occurrences: ReadonlyMap<string, readonly Occurrence[]>;
}

interface Request<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Fetches heads and ids that memory does not hold, while a commit may be in flight. What is asked for in one turn of
 * the event loop goes in one round trip.
 *
 * A head fetched here cannot be stale: the writer never commits to a stream whose head it does not know, and a head
 * that a commit in flight touches stays in `Heads` until the commit is known.
 */
export class Lookups {
  #heads: Request<string, Head>[] = [];
  #ids: Request<readonly string[], KnownIds>[] = [];

  #database: Database;
  #known: Heads;
  #durable: () => number;
  #epoch: () => number;

  /**
   * @param durable position of the last event known to be on disk
   * @param epoch changes whenever what is known was dropped: an answer from before is worthless then
   */
  constructor(database: Database, known: Heads, durable: () => number, epoch: () => number) {
    this.#database = database;
    this.#known = known;
    this.#durable = durable;
    this.#epoch = epoch;
  }

  head(stream: string): Promise<Head> {
    return new Promise((resolve, reject) => {
      this.#heads.push({ key: stream, resolve, reject });
      if (this.#heads.length === 1) setImmediate(() => void this.#fetchHeads());
    });
  }

  ids(ids: readonly string[]): Promise<KnownIds> {
    return new Promise((resolve, reject) => {
      this.#ids.push({ key: ids, resolve, reject });
      if (this.#ids.length === 1) setImmediate(() => void this.#fetchIds());
    });
  }

  async #fetchHeads(): Promise<void> {
    const requests = this.#heads;
    this.#heads = [];
    const asOf = this.#durable();
    const epoch = this.#epoch();
    try {
      const found = await this.#database.heads([...new Set(requests.map(({ key }) => key))]);
      for (const { key, resolve } of requests) {
        const { revision, metadata } = found.get(key) ?? { revision: NO_STREAM, metadata: null };
        const since = revision === NO_STREAM ? asOf + 1 : 1;
        const head = { revision, since, retention: retentionOf(key, metadata) };
        if (epoch === this.#epoch()) this.#known.learn(key, head);
        resolve(this.#known.published(key) ?? head);
      }
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }

  async #fetchIds(): Promise<void> {
    const requests = this.#ids;
    this.#ids = [];
    const asOf = this.#durable();
    try {
      const occurrences = new Map<string, Occurrence[]>();
      for (const occurrence of await this.#database.occurrences(requests.flatMap(({ key }) => key))) {
        const same = occurrences.get(occurrence.id);
        if (same) same.push(occurrence);
        else occurrences.set(occurrence.id, [occurrence]);
      }
      for (const { resolve } of requests) resolve({ asOf, occurrences });
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
}
