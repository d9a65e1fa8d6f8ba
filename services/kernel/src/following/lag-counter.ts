import { timeLimit } from '../server/backoff.ts';
import type { EventLog, Subscription } from '../log/event-log.ts';
import type { LogItem } from '../log/log-store.ts';

/** Who follows the log, and which part of it. */
export interface Follower extends Pick<Subscription, 'categories' | 'types'> {
  name: string;
}

export interface Lag {
  /** Facts that it has yet to handle; undefined while the log is away. */
  events: number | undefined;
  /** There are more than were counted. */
  more: boolean;
  /** When the oldest of them was recorded; undefined where there is none, or it was not found in time. */
  oldestAt: Date | undefined;
}

export interface CountedLog extends Pick<EventLog, 'head'> {
  subscribe(options: Subscription): AsyncIterable<LogItem>;
}

export interface LagOptions {
  most?: number;
  countedForMs?: number;
}

/** Facts are counted up to here; beyond, only that there are more is told. */
const MOST_COUNTED = 10_000;
/** A count that was broken off is not begun again sooner. */
const RECOUNT_MS = 1_000;
/** A count that takes longer is broken off, and tells what it has. */
const COUNTED_FOR_MS = 1_000;
/** Counts at the same time: one connection to the log carries a hundred calls, and most of them follow it for ever. */
const TOGETHER = 8;

const NO_LAG: Lag = { events: 0, more: false, oldestAt: undefined };
const UNKNOWN: Lag = { events: undefined, more: false, oldestAt: undefined };

interface Counted {
  position: bigint;
  end: bigint;
  /** Of its end; undefined while it goes on. */
  at: number | undefined;
  found: Lag | undefined;
  lag: Promise<Lag>;
}

/**
 * Counts what lies between followers and the log's end, by reading it: positions are not counts, on a real log they are
 * bytes. Bounded in facts and in time, for one that is far behind would have everything read each time. The log's head
 * moves by events of its own while nothing happens: then one look at those serves all followers, and nothing is
 * counted.
 */
export class LagCounter {
  private static readonly byLog = new WeakMap<CountedLog, LagCounter>();

  private readonly log: CountedLog;
  private readonly options: LagOptions;
  private readonly known = new Map<string, Counted>();
  /** `head`: of the log, when it was looked at last. `end`: behind it stood no fact then. */
  private looked: { head: bigint; end: bigint } | undefined;
  private looking: Promise<bigint> | undefined;
  private counting = 0;
  private freed = Promise.withResolvers<void>();

  constructor(log: CountedLog, options: LagOptions = {}) {
    this.log = log;
    this.options = options;
  }

  /** The one counter on this log: its followers share what it knows of the log's end. */
  static of(log: CountedLog): LagCounter {
    let counter = LagCounter.byLog.get(log);
    if (!counter) LagCounter.byLog.set(log, (counter = new LagCounter(log)));
    return counter;
  }

  /** `position`: everything up to it was handled, or is nothing of the follower's. */
  async of(follower: Follower, position: bigint): Promise<Lag> {
    try {
      const end = await this.end();
      if (position >= end) return NO_LAG;
      const known = this.known.get(follower.name);
      return await (known && stillHolds(known, position, end) ? known.lag : this.recount(follower, position, end));
    } catch {
      return UNKNOWN;
    }
  }

  /** Whoever asks while it is looked for gets the same answer. */
  private end(): Promise<bigint> {
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async look(): Promise<bigint> {
    const head = await this.log.head();
    const { looked } = this;
    const isQuiet = looked && looked.head <= head && (looked.head === head || !(await this.anyBehind(looked.head)));
    const end = isQuiet ? looked.end : head;
    this.looked = { head, end };
    return end;
  }

  /** Whether a fact stands there, as far as can be told in time. */
  private async anyBehind(position: bigint): Promise<boolean> {
    return (await this.count({ categories: 'all' }, position, 1)).more;
  }

  private recount({ name, categories, types }: Follower, position: bigint, end: bigint): Promise<Lag> {
    const lag = this.inTurn(() => this.count({ categories, types }, position, this.options.most ?? MOST_COUNTED));
    const counted: Counted = { position, end, at: undefined, found: undefined, lag };
    this.known.set(name, counted);
    lag.then(
      (found) => {
        counted.at = performance.now();
        counted.found = found;
      },
      () => this.known.delete(name),
    );
    return lag;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    while (this.counting >= TOGETHER) await this.freed.promise;
    this.counting += 1;
    try {
      return await work();
    } finally {
      this.counting -= 1;
      this.freed.resolve();
      this.freed = Promise.withResolvers();
    }
  }

  private async count(what: Omit<Follower, 'name'>, position: bigint, most: number): Promise<Lag> {
    const enough = new AbortController();
    const signal = AbortSignal.any([enough.signal, timeLimit(this.options.countedForMs ?? COUNTED_FOR_MS)]);
    const after = position < 0n ? 'start' : position;
    let events = 0;
    let oldestAt: Date | undefined;
    try {
      for await (const item of this.log.subscribe({ ...what, after, signal, stored: true })) {
        if (item.kind === 'caught-up') return { events, more: false, oldestAt };
        if (item.kind !== 'fact') continue;
        oldestAt ??= item.fact.recordedAt;
        events += 1;
        if (events >= most) break;
      }
      return { events, more: true, oldestAt };
    } finally {
      enough.abort();
    }
  }
}

/** One that is under way serves whoever asks meanwhile; where none was found, there is none behind a later place. */
function stillHolds(known: Counted, position: bigint, end: bigint): boolean {
  const { at, found } = known;
  if (at === undefined || !found) return true;
  if (found.more) return performance.now() - at < RECOUNT_MS || (known.position === position && known.end === end);
  return known.end === end && (known.position === position || (found.events === 0 && position > known.position));
}
