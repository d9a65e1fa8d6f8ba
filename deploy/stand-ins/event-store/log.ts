import type { Database } from './database.ts';
import type { LogEntry } from './event.ts';
import { Pages } from './pages.ts';
import { RecentEvents } from './recent.ts';

/**
 * The published log: everything up to `head` is on disk, and nothing beyond it is shown to anyone. The newest events
 * answer from memory, the others from the database by pages.
 */
export class PublishedLog {
  readonly database: Database;
  readonly recent: RecentEvents;
  readonly pages: Pages;
  #head = 0;
  #listeners = new Set<() => void>();
  #streamListeners = new Map<string, Set<() => void>>();

  constructor(database: Database, cacheBytes: number) {
    this.database = database;
    this.recent = new RecentEvents(cacheBytes);
    this.pages = new Pages(database, cacheBytes / 2);
  }

  /** Position of the last event, 0 in an empty store. */
  get head(): number {
    return this.#head;
  }

  /** Shows events that a commit has just put on disk, in the order of their positions. */
  publish(entries: readonly LogEntry[]): void {
    const touched = new Set<string>();
    for (const entry of entries) {
      this.recent.push(entry);
      this.#head = entry.position;
      if (this.#streamListeners.size > 0) touched.add(entry.stream);
    }
    for (const listener of this.#listeners) listener();
    for (const stream of touched) this.#tellStream(stream);
  }

  /** Takes the database's word for where the log ends, after a start or a commit of unknown outcome. */
  resume(head: number): void {
    if (head === this.#head) return;
    this.recent.clear(head);
    this.#head = head;
    for (const listener of this.#listeners) listener();
    for (const stream of this.#streamListeners.keys()) this.#tellStream(stream);
  }

  /** Calls `listener` whenever events are published, of one stream or of any; returns how to stop it. */
  listen(stream: string | null, listener: () => void): () => void {
    if (stream === null) {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    }
    const listeners = this.#streamListeners.get(stream) ?? new Set();
    this.#streamListeners.set(stream, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#streamListeners.get(stream) === listeners) this.#streamListeners.delete(stream);
    };
  }

  #tellStream(stream: string): void {
    for (const listener of this.#streamListeners.get(stream) ?? []) listener();
  }
}
