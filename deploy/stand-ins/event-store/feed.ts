import type { LogEntry } from './event.ts';
import type { PublishedLog } from './log.ts';
import type { Portion } from './recent.ts';

/**
 * One way through the log: $all or a stream, forwards or backwards. A cursor is a position or a revision, inclusive.
 */
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

// What a stream's metadata hide is left out by those who go through the next two: it may change on the way.

/** @param end the last revision that is wanted, where that is known: its pages can be kept then */
export const streamForwards = (log: PublishedLog, stream: string, end?: number): Feed => ({
  recent: (revision, portion) => log.recent.streamForwards(stream, revision, portion),
  stored: (revision, portion) =>
    end === undefined
      ? log.database.streamForwards(stream, revision, log.head, portion)
      : log.pages.streamForwards({ stream, end }, revision, log.head, portion),
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
/** Of one reader, and of all in this process: many that catch up at once hold no more than a few do. */
const PAGES_AHEAD = 3;
const PAGES_AHEAD_IN_ALL = 24;
let aheadInAll = 0;

/**
 * Goes through a feed to its present end in bounded batches. While a page from the database is being consumed, the
 * next ones are already on their way.
 *
 * @param limit entries wanted at most: keeps a short read from fetching long pages
 */
export async function* walk(feed: Feed, from: number, limit = Infinity): AsyncGenerator<Batch, void, void> {
  let cursor = from;
  let wanted = limit;
  const ahead = new PagesAhead(feed);
  try {
    while (wanted > 0) {
      const portion = { rows: Math.min(wanted, PORTION.rows), bytes: PORTION.bytes };
      const fetched = await ahead.next();
      const recent = fetched ? null : feed.recent(cursor, portion);
      const entries = fetched ?? recent ?? (await feed.stored(cursor, portion));
      const last = entries.at(-1);
      if (!last) return;

      cursor = feed.after(last);
      wanted -= entries.length;
      if (recent === null && wanted >= PAGES_AHEAD * PORTION.rows) ahead.follow(entries);
      yield { entries, fromDatabase: recent === null };
    }
  } finally {
    ahead.release();
  }
}

/** Pages that follow one that was read, each asked for as soon as the one before it is there. */
class PagesAhead {
  #feed: Feed;
  #pages: Promise<readonly LogEntry[] | null>[] = [];

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** The next page, or null where none was asked for. */
  async next(): Promise<readonly LogEntry[] | null> {
    const page = this.#pages.shift();
    if (page) aheadInAll -= 1;
    return (await page) ?? null;
  }

  /** Asks for what follows the page that `next` answered last. */
  follow(page: readonly LogEntry[]): void {
    while (this.#pages.length < PAGES_AHEAD && aheadInAll < PAGES_AHEAD_IN_ALL) {
      aheadInAll += 1;
      const before = this.#pages.at(-1) ?? Promise.resolve(page);
      const next = before.then((entries) => this.#after(entries));
      next.catch(() => undefined); // a reader that leaves early never asks how it went
      this.#pages.push(next);
    }
  }

  /** Gives up the pages that nobody has taken. */
  release(): void {
    aheadInAll -= this.#pages.length;
    this.#pages = [];
  }

  /** Null where a page was not full, so that little is to be expected, or where memory can answer again. */
  async #after(page: readonly LogEntry[] | null): Promise<readonly LogEntry[] | null> {
    const last = page?.length === PORTION.rows ? page.at(-1) : undefined;
    if (!last) return null;
    const cursor = this.#feed.after(last);
    return this.#feed.recent(cursor, PORTION) === null ? this.#feed.stored(cursor, PORTION) : null;
  }
}
