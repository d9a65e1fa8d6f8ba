import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { LogUnavailable } from '../log/event-log.errors.ts';
import type { Subscription } from '../log/event-log.ts';
import { isFollowed, type LogItem } from '../log/log-store.ts';

/** Positions are bytes in a real log: this far apart, by turns. */
const STEPS = [137n, 412n, 120n, 289n, 598n];

const STATISTICS = '$stats-127.0.0.1:2113';

/**
 * An event log in memory, for what follows one: it can drop its followers and count what it has handed out. As in a
 * real one, events of the store's own stand between the facts, and behind the last of them.
 */
export class MemoryLog {
  /** Facts handed to followers, all together. */
  handedOut = 0;
  private readonly events: Recorded[] = [];
  private readonly revisions = new Map<string, number>();
  private readonly checkpointEvery: number;
  private drops = 0;
  private changed = Promise.withResolvers<void>();

  /** `checkpointEvery`: of how many events considered in a row without a match the follower is told. */
  constructor({ checkpointEvery = 4 } = {}) {
    this.checkpointEvery = checkpointEvery;
  }

  append(stream: string, type: string, data: unknown = {}): Recorded {
    const fact = this.store(stream, type, data);
    this.store(STATISTICS, '$statsCollected', {});
    this.tell();
    return fact;
  }

  /** The store writes something of its own, as it does every while though nobody does anything. */
  idle(): void {
    this.store(STATISTICS, '$statsCollected', {});
    this.tell();
  }

  /** Throws every follower off. */
  drop(): void {
    this.drops++;
    this.tell();
  }

  async *read<F extends Fact>(
    stream: string,
    { from = 0, maxCount = Number.POSITIVE_INFINITY }: { from?: number; maxCount?: number } = {},
  ): AsyncGenerator<Recorded<F>, void, void> {
    const facts = this.events.filter((event) => event.stream === stream && event.revision >= from);
    for (const fact of facts.slice(0, maxCount)) yield fact as Recorded<F>;
  }

  head(): Promise<bigint> {
    return Promise.resolve(this.events.at(-1)?.position ?? 0n);
  }

  async *subscribe({ after, signal, ...what }: Subscription): AsyncGenerator<LogItem, void, void> {
    const drops = this.drops;
    const passed = after === 'end' ? this.events.length : 0;
    let caughtUp = false;
    let unmatched = 0;
    for (let index = passed; !signal.aborted;) {
      if (this.drops !== drops) throw new LogUnavailable(new Error('dropped'));
      const fact = this.events[index];
      if (fact) {
        index++;
        if (typeof after === 'bigint' && fact.position <= after) continue;
        if (isFollowed(fact, what)) {
          unmatched = 0;
          this.handedOut++;
          yield { kind: 'fact', fact };
        } else if (++unmatched % this.checkpointEvery === 0) yield { kind: 'checkpoint', position: fact.position };
      } else if (!caughtUp) {
        caughtUp = true;
        yield { kind: 'caught-up' };
      } else await Promise.race([this.changed.promise, aborted(signal)]);
    }
  }

  private store(stream: string, type: string, data: unknown): Recorded {
    const last = this.events.at(-1)?.position ?? 0n;
    const revision = this.revisions.get(stream) ?? 0;
    this.revisions.set(stream, revision + 1);
    const event: Recorded = {
      type,
      data,
      id: randomUUID(),
      stream,
      revision,
      position: last + (STEPS[this.events.length % STEPS.length] ?? 1n),
      recordedAt: new Date(),
      metadata: { $correlationId: 'test', actor: { kind: 'system', id: 'test' }, schemaVersion: 1 },
    };
    this.events.push(event);
    return event;
  }

  private tell(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
