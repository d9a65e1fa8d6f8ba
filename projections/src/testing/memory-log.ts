import { categoryOf, type Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { LogItem } from '@easel/kernel/log/log-store';

/** So far behind the last fact stands an event of the store's own, as there always does in a real log. */
const BEHIND = 60n;

/** A log in memory that is followed like the real one. */
export class MemoryLog implements Pick<EventLog, 'subscribe' | 'head' | 'decode' | 'readStored'> {
  private readonly facts: Recorded[] = [];
  private waiting = new Set<() => void>();
  /** Thrown by the subscriptions, once, when set. */
  private failure: Error | undefined;

  constructor(facts: readonly Recorded[] = []) {
    this.add(...facts);
  }

  add(...facts: readonly Recorded[]): void {
    this.facts.push(...facts);
    this.wake();
  }

  /** Drops every subscription. */
  fail(error: Error): void {
    this.failure = error;
    this.wake();
  }

  async head(): Promise<bigint> {
    return (this.facts.at(-1)?.position ?? 0n) + BEHIND;
  }

  /** Of the last fact. */
  get last(): bigint {
    return this.facts.at(-1)?.position ?? -1n;
  }

  decode(stored: Recorded): Recorded {
    return stored;
  }

  async *readStored(stream: string, { from = 0 }: { from?: number } = {}): AsyncGenerator<Recorded, void, void> {
    yield* this.facts.filter((fact) => fact.stream === stream && fact.revision >= from);
  }

  async *subscribe({
    categories,
    after,
    signal,
  }: Parameters<EventLog['subscribe']>[0]): AsyncGenerator<LogItem, void, void> {
    let next =
      after === 'start' ? 0 : after === 'end' ? this.facts.length : this.facts.findIndex((f) => f.position > after);
    if (next < 0) next = this.facts.length;
    let caughtUp = false;
    const wake = () => this.wake();
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted) {
        const fact = this.facts[next];
        if (this.failure) {
          const { failure } = this;
          this.failure = undefined;
          throw failure;
        }
        if (fact) {
          next += 1;
          if (categories === 'all' || categories.includes(categoryOf(fact.stream))) yield { kind: 'fact', fact };
          else yield { kind: 'checkpoint', position: fact.position };
        } else if (!caughtUp) {
          caughtUp = true;
          yield { kind: 'caught-up' };
        } else await new Promise<void>((resolve) => this.waiting.add(resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = new Set();
    for (const resolve of waiting) resolve();
  }
}
