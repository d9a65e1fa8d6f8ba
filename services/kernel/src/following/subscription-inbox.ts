import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { LogItem } from '../log/log-store.ts';

/** Facts in order, or a mark that stood between them. */
export type InboxItem = { kind: 'facts'; facts: readonly Recorded[] } | Exclude<LogItem, { kind: 'fact' }>;

/** Between the reader of a subscription and its handler: read ahead while facts are handled, but only so far. */
export class SubscriptionInbox {
  private readonly items: LogItem[] = [];
  private facts = 0;
  private ended = false;
  private failure: Error | undefined;
  private changed = Promise.withResolvers<void>();

  private readonly capacity: number;

  /** `capacity`: facts that may wait. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Waits for room. False when nobody takes any more. */
  async put(item: LogItem): Promise<boolean> {
    while (this.facts >= this.capacity && !this.ended) await this.change();
    if (this.ended) return false;
    // The position of what comes behind a checkpoint says the same, or more.
    if (this.items.at(-1)?.kind === 'checkpoint' && item.kind !== 'caught-up') this.items.pop();
    this.items.push(item);
    if (item.kind === 'fact') this.facts++;
    this.tell();
    return true;
  }

  /** No more comes; what waits can still be taken, and then `failure` is thrown. */
  end(failure?: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.failure = failure;
    this.tell();
  }

  /** The next mark, or up to `max` facts: those that are there, as soon as nothing more is on its way. */
  async take(max: number): Promise<InboxItem | undefined> {
    while (this.items.length === 0) {
      if (this.ended && this.failure) throw this.failure;
      if (this.ended) return undefined;
      await this.change();
    }
    const [first] = this.items;
    if (first && first.kind !== 'fact') {
      this.items.shift();
      return first;
    }
    for (let seen = 0; this.facts > seen && this.facts < max;) {
      seen = this.facts;
      await nextTurn();
    }
    const mark = this.items.findIndex(({ kind }) => kind !== 'fact');
    const taken = this.items.splice(0, Math.min(max, mark < 0 ? this.items.length : mark));
    this.facts -= taken.length;
    this.tell();
    return { kind: 'facts', facts: taken.flatMap((item) => (item.kind === 'fact' ? [item.fact] : [])) };
  }

  private change(): Promise<void> {
    return this.changed.promise;
  }

  private tell(): void {
    const { resolve } = this.changed;
    this.changed = Promise.withResolvers();
    resolve();
  }
}
