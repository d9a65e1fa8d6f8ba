import type { Recorded } from '@easel/contracts/kernel/event';
import { OutcomeUnknown } from '@easel/kernel/log/event-log.errors';
import type { Following, LogItem, LogStore, Opening, StreamRange } from '@easel/kernel/log/log-store';
import type { Appended, ExpectedRevision, NewFact } from '@easel/kernel/log/new-fact';
import type { Life } from '../life.ts';

export interface Misfortune {
  life: Life;
  /** Whether an append is left without an answer this time, before it is made or after. */
  losesAnswer(): boolean;
  appended(stream: string, type: string, data: unknown): void;
}

/**
 * A process's way to the log. When its life is over nothing more comes of it; what is on its way then may still arrive.
 */
export class MortalLog implements LogStore {
  /** Appends that the store has not answered yet. */
  private readonly underWay = new Set<Promise<Appended>>();

  constructor(
    private readonly store: LogStore,
    private readonly fate: Misfortune,
  ) {}

  append(
    stream: string,
    expected: ExpectedRevision | 'any',
    facts: readonly NewFact[],
    deadlineMs: number,
  ): Promise<Appended> {
    return this.mortal(async () => {
      this.mayLoseAnswer(stream, 'asked');
      const append = this.store.append(stream, expected, facts, deadlineMs);
      this.underWay.add(append);
      const appended = await append.finally(() => this.underWay.delete(append));
      for (const { fact } of facts) this.fate.appended(stream, fact.type, fact.data);
      this.mayLoseAnswer(stream, 'answered');
      return appended;
    });
  }

  keepFor(stream: string, days: number, deadlineMs: number): Promise<void> {
    return this.mortal(() => this.store.keepFor(stream, days, deadlineMs));
  }

  async *readStream(stream: string, range: StreamRange): AsyncGenerator<Recorded, void, void> {
    await this.alive();
    yield* this.untilDeath(this.store.readStream(stream, range));
  }

  head(silenceMs: number): Promise<bigint> {
    return this.mortal(() => this.store.head(silenceMs));
  }

  async *follow(what: Following, open: Opening): AsyncGenerator<LogItem, void, void> {
    await this.alive();
    yield* this.untilDeath(this.store.follow(what, open));
  }

  /**
   * Not at its death: all clients of one process of the operating system are told of the end of one, and lose the
   * answers to what they append.
   */
  async close(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.store.close();
  }

  private async *untilDeath<T>(items: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
    try {
      for await (const item of items) {
        await this.alive();
        yield item;
      }
    } finally {
      await this.alive();
    }
  }

  private async mortal<T>(work: () => Promise<T>): Promise<T> {
    await this.alive();
    try {
      return await work();
    } finally {
      await this.alive();
    }
  }

  private mayLoseAnswer(stream: string, moment: string): void {
    if (this.fate.losesAnswer()) throw new OutcomeUnknown(stream, new Error(`${moment}, and no answer`));
  }

  /** Who is dead never hears anything again. */
  private alive(): Promise<void> {
    return this.fate.life.isOver ? new Promise(() => undefined) : Promise.resolve();
  }
}
