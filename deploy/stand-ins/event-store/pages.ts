import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import type { LogEntry } from './event.ts';
import type { Portion } from './recent.ts';

const ENTRY_OVERHEAD_BYTES = 200;

/** A page that the end of its stream, not its size, cut short is good only until the stream goes on. */
interface Page {
  entries: readonly LogEntry[];
  full: boolean;
}

/**
 * Pages read from the database, encoded, in bounded memory. Old events never change, so readers that catch up side by
 * side on $all, as projections that are rebuilt do, and those that read the same streams again share pages.
 */
export class Pages {
  #cached: LRUCache<string, Page>;
  #loading = new Map<string, Promise<readonly LogEntry[]>>();
  #database: Database;

  constructor(database: Database, capacityBytes: number) {
    this.#database = database;
    this.#cached = new LRUCache({
      maxSize: capacityBytes,
      sizeCalculation: ({ entries }, key) =>
        entries.reduce((sum, entry) => sum + entry.bytes.length + ENTRY_OVERHEAD_BYTES, key.length + 1),
    });
  }

  /** The page that begins at `position`; `head` is the last published one. */
  async allForwards(position: number, head: number, portion: Portion): Promise<readonly LogEntry[]> {
    const key = `${position}/${portion.rows}`;
    const known = this.#cached.get(key)?.entries ?? this.#loading.get(key);
    if (known) return known;

    const loading = this.#database.allForwards(position, head, portion).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    const entries = await loading;
    // Only a page that something else than the log's end cut short stays what it is.
    if ((entries.at(-1)?.position ?? head) < head) this.#cached.set(key, { entries, full: true });
    return entries;
  }

  /** The page of a stream that begins at `revision`; the stream's last published revision is `end`. */
  async streamForwards(
    { stream, end }: { stream: string; end: number },
    revision: number,
    head: number,
    portion: Portion,
  ): Promise<readonly LogEntry[]> {
    const key = `${revision}/${portion.rows}@${stream}`;
    const known = this.#cached.get(key);
    if (known && (known.full || known.entries.at(-1)?.revision === end)) return known.entries;

    const entries = await this.#database.streamForwards(stream, revision, head, portion);
    const last = entries.at(-1);
    if (last) this.#cached.set(key, { entries, full: last.revision < end });
    return entries;
  }
}
