import type { LogEntry } from './event.ts';
import type { PublishedLog } from './log.ts';
import type { Portion } from './recent.ts';

/** One way through the log: $all or a stream, forwards or backwards. A cursor is a position or a revision, inclusive. */
export interface Feed {
  /** Entries from the cursor on that memory holds: none past the end, null where the database has to be asked. */
  recent(cursor: number, portion: Portion): readonly LogEntry[] | null;
  stored(cursor: number, portion: Portion): Promise<readonly LogEntry[]>;
  /** The cursor that follows an entry. */
  after(entry: LogEntry): number;
}

export const allForwards = (log: PublishedLog): Feed => ({
  recent: (position, portion) => log.recent.allForwards(position, log.head, portion),
  stored: (position, portion) => log.pages.allForwards(position, log.head, portion),
  after: (entry) => entry.position + 1,
});

export const allBackwards = (log: PublishedLog): Feed => ({
  recent: (position, portion) => log.recent.allBackwards(position, portion),
  stored: (position, portion) => log.database.allBackwards(position, log.head, portion),
  after: (entry) => entry.position - 1,
});

// What a stream's metadata truncates is to be left out of the next two: reads and subscriptions both go through them.

export const streamForwards = (log: PublishedLog, stream: string): Feed => ({
  recent: (revision, portion) => log.recent.streamForwards(stream, revision, portion),
  stored: (revision, portion) => log.database.streamForwards(stream, revision, log.head, portion),
  after: (entry) => entry.revision + 1,
});

export const streamBackwards = (log: PublishedLog, stream: string): Feed => ({
  recent: (revision, portion) => log.recent.streamBackwards(stream, revision, portion),
  stored: (revision, portion) => log.database.streamBackwards(stream, revision, log.head, portion),
  after: (entry) => entry.revision - 1,
});

/** Entries in the order of a feed; `fromDatabase` says that they had left memory, or never were in it. */
export interface Batch {
  entries: readonly LogEntry[];
  fromDatabase: boolean;
}

const PORTION: Portion = { rows: 512, bytes: 1024 * 1024 };

/**
 * Goes through a feed to its present end in bounded batches. While one page from the database is being consumed the
 * next is already on its way.
 *
 * @param limit entries wanted at most: keeps a short read from fetching a long page
 */
export async function* walk(feed: Feed, from: number, limit = Infinity): AsyncGenerator<Batch, void, void> {
  let cursor = from;
  let wanted = limit;
  let ahead: Promise<readonly LogEntry[]> | undefined;
  while (wanted > 0) {
    const portion = { rows: Math.min(wanted, PORTION.rows), bytes: PORTION.bytes };
    const recent = ahead ? null : feed.recent(cursor, portion);
    const entries = recent ?? (await (ahead ?? feed.stored(cursor, portion)));
    const last = entries.at(-1);
    if (!last) return;

    cursor = feed.after(last);
    wanted -= entries.length;
    ahead = undefined;
    const fullPage = recent === null && entries.length === PORTION.rows;
    if (fullPage && wanted >= PORTION.rows && feed.recent(cursor, PORTION) === null) {
      ahead = feed.stored(cursor, PORTION);
      ahead.catch(() => undefined); // a reader that leaves early never asks how it went
    }
    yield { entries, fromDatabase: recent === null };
  }
}
