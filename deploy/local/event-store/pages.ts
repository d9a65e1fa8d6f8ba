import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import type { LogEntry } from './event.ts';
import type { Portion } from './recent.ts';

const ENTRY_OVERHEAD_BYTES = 200;

/**
 * Pages of $all read from the database. Positions have no gaps and old events never change, so readers that catch up
 * side by side, as projections that are rebuilt do, share pages instead of asking again.
 */
export class Pages {
  #cached: LRUCache<string, readonly LogEntry[]>;
  #loading = new Map<string, Promise<readonly LogEntry[]>>();
  #database: Database;

  constructor(database: Database, capacityBytes: number) {
    this.#database = database;
    this.#cached = new LRUCache({
      maxSize: capacityBytes,
      sizeCalculation: (page) => page.reduce((sum, entry) => sum + entry.bytes.length + ENTRY_OVERHEAD_BYTES, 1),
    });
  }

  /** The page that begins at `position`; `head` is the last published one. */
  async allForwards(position: number, head: number, portion: Portion): Promise<readonly LogEntry[]> {
    const key = `${position}/${portion.rows}`;
    const known = this.#cached.get(key) ?? this.#loading.get(key);
    if (known) return known;

    const loading = this.#database.allForwards(position, head, portion).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    const page = await loading;
    // Only a page that something else than the log's end cut short stays what it is.
    if ((page.at(-1)?.position ?? head) < head) this.#cached.set(key, page);
    return page;
  }
}
