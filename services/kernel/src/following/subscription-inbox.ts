import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '@easel/contracts/kernel/event';
import { LogUnavailable } from '../log/event-log.errors.ts';
import type { Subscription } from '../log/event-log.ts';
import type { LogItem } from '../log/log-store.ts';

/** How many batches may wait in memory while one is handled. */
const BATCHES_AHEAD = 2;
/** Before the log's first fact. */
export const NOWHERE = -1n;

export interface SubscribedLog {
  subscribe(options: Subscription): AsyncIterable<LogItem>;
}

/** Facts in order, or a mark that stood between them; `quiet`: nothing has come for a while. */
export type InboxItem =
  { kind: 'facts'; facts: readonly Recorded[] } | Exclude<LogItem, { kind: 'fact' }> | { kind: 'quiet' };

export interface Taking {
  /** How long facts may wait for more of a backlog, so that batches are full. */
  lingerMs?: number | undefined;
  /** After so long without anything that is said; absent: never. */
  quietMs?: number | undefined;
  /** Hands over what is there at once: each turn that is waited for more costs time where others follow, too. */
  atOnce?: boolean | undefined;
}

export interface Portions extends Taking {
  /** Facts handed over at once, at most. */
  size: number;
}

/**
 * Reads the log ahead of whoever takes it, in portions of facts and with the marks between them. What is no longer new
 * is left out. Ends by the subscription's signal; throws what ended the subscription, behind what was read before.
 */
export async function* readAhead(
  log: SubscribedLog,
  what: Subscription,
  { size, ...taking }: Portions,
): AsyncGenerator<InboxItem, void, void> {
  const leave = new AbortController();
  const signal = AbortSignal.any([what.signal, leave.signal]);
  const inbox = new SubscriptionInbox(size * BATCHES_AHEAD);
  const filling = fill(inbox, log, { ...what, signal });
  try {
    for (;;) {
      const next = await inbox.take(size, taking);
      if (!next || signal.aborted) return;
      yield next;
    }
  } finally {
    leave.abort();
    inbox.end();
    await filling;
  }
}

async function fill(inbox: SubscriptionInbox, log: SubscribedLog, what: Subscription): Promise<void> {
  const { after, signal } = what;
  let last = typeof after === 'bigint' ? after : NOWHERE;
  try {
    for await (const item of log.subscribe(what)) {
      if (item.kind === 'fact') {
        if (item.fact.position <= last) continue;
        last = item.fact.position;
      }
      // Leaving this loop ends the subscription, as the signal does.
      if (!inbox.offer(item) && !(await inbox.put(item))) return;
    }
    throw new LogUnavailable(new Error('the subscription ended'));
  } catch (error) {
    if (signal.aborted) inbox.end();
    else inbox.end(error instanceof Error ? error : new LogUnavailable(error));
  }
}

/** Between the reader of a subscription and its handler: read ahead while facts are handled, but only so far. */
export class SubscriptionInbox {
  private readonly items: LogItem[] = [];
  private facts = 0;
  private caughtUp = false;
  private ended = false;
  private failure: Error | undefined;
  private room = Promise.withResolvers<void>();
  private taker: { isDue: () => boolean; wake: () => void } | undefined;

  private readonly capacity: number;

  /** `capacity`: facts that may wait. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Waits for room. False when nobody takes any more. */
  async put(item: LogItem): Promise<boolean> {
    while (!this.offer(item)) {
      if (this.ended) return false;
      await this.room.promise;
    }
    return true;
  }

  /** Tells whether there was room for it: in a backlog, a wait for each fact would be what takes longest. */
  offer(item: LogItem): boolean {
    if (this.ended || this.facts >= this.capacity) return false;
    // The position of what comes behind a checkpoint says the same, or more.
    if (this.items.at(-1)?.kind === 'checkpoint' && item.kind !== 'caught-up') this.items.pop();
    this.items.push(item);
    if (item.kind === 'fact') this.facts++;
    else if (item.kind === 'caught-up') this.caughtUp = true;
    if (this.taker?.isDue()) this.taker.wake();
    return true;
  }

  /** No more comes; what waits can still be taken, and then `failure` is thrown. */
  end(failure?: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.failure = failure;
    this.taker?.wake();
    this.room.resolve();
  }

  /** The next mark, or up to `max` facts: those that are there, as soon as nothing more is on its way. */
  async take(max: number, { lingerMs = 0, quietMs, atOnce = false }: Taking = {}): Promise<InboxItem | undefined> {
    await this.until(() => this.items.length > 0, quietMs);
    if (this.items.length === 0) {
      if (this.ended && this.failure) throw this.failure;
      return this.ended ? undefined : { kind: 'quiet' };
    }
    if (lingerMs > 0 && !this.caughtUp) await this.until(() => this.caughtUp || this.facts >= max, lingerMs);
    const [first] = this.items;
    if (first && first.kind !== 'fact') {
      this.items.shift();
      return first;
    }
    for (let seen = 0; !atOnce && this.facts > seen && this.facts < max;) {
      seen = this.facts;
      await nextTurn();
    }
    const mark = this.items.findIndex(({ kind }) => kind !== 'fact');
    const taken = this.items.splice(0, Math.min(max, mark < 0 ? this.items.length : mark));
    this.facts -= taken.length;
    this.room.resolve();
    this.room = Promise.withResolvers();
    return { kind: 'facts', facts: taken.flatMap((item) => (item.kind === 'fact' ? [item.fact] : [])) };
  }

  /** Resolves when it is due, nothing more comes, or time is up. */
  private async until(isDue: () => boolean, ms?: number): Promise<void> {
    if (this.ended || isDue()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.taker = { isDue, wake: resolve };
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    this.taker = undefined;
  }
}
