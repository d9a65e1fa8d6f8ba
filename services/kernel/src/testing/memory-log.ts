import { randomUUID } from 'node:crypto';
import { categoryOf, type Fact, type Recorded } from '@easel/contracts/kernel/event';
import { LogUnavailable } from '../event-log.errors.ts';
import type { LogItem, Subscription } from '../event-log.ts';

/** An event log in memory, for what follows one: it can drop its followers and count what it has handed out. */
export class MemoryLog {
  /** Facts handed to followers, all together. */
  handedOut = 0;
  private readonly facts: Recorded[] = [];
  private readonly checkpointEvery: number;
  private drops = 0;
  private changed = Promise.withResolvers<void>();

  /** `checkpointEvery`: of how many facts considered in a row without a match the follower is told. */
  constructor({ checkpointEvery = 4 } = {}) {
    this.checkpointEvery = checkpointEvery;
  }

  append(stream: string, type: string, data: unknown = {}): Recorded {
    const fact: Recorded = {
      type,
      data,
      id: randomUUID(),
      stream,
      revision: this.facts.filter((earlier) => earlier.stream === stream).length,
      // With gaps, as the positions of a real log have them.
      position: BigInt(this.facts.length * 10),
      recordedAt: new Date(),
      metadata: { $correlationId: 'test', actor: { kind: 'system', id: 'test' }, schemaVersion: 1 },
    };
    this.facts.push(fact);
    this.tell();
    return fact;
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
    const facts = this.facts.filter((fact) => fact.stream === stream && fact.revision >= from);
    for (const fact of facts.slice(0, maxCount)) yield fact as Recorded<F>;
  }

  head(): Promise<bigint> {
    return Promise.resolve(this.facts.at(-1)?.position ?? 0n);
  }

  async *subscribe({ categories, after, signal }: Subscription): AsyncGenerator<LogItem, void, void> {
    const drops = this.drops;
    const passed = after === 'end' ? this.facts.length : 0;
    let caughtUp = false;
    let unmatched = 0;
    for (let index = passed; !signal.aborted;) {
      if (this.drops !== drops) throw new LogUnavailable(new Error('dropped'));
      const fact = this.facts[index];
      if (fact) {
        index++;
        if (typeof after === 'bigint' && fact.position <= after) continue;
        if (categories.includes(categoryOf(fact.stream))) {
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

  private tell(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
