import { setTimeout as wait } from 'node:timers/promises';
import type { Fact, FactCatalogue, Recorded } from '@easel/contracts/kernel/event';
import { backoffMs } from '../server/backoff.ts';
import { WrongRevision } from './event-log.errors.ts';
import { EventStore } from './event-store.ts';
import { FactCodec } from './fact-codec.ts';
import type { Following, LogItem, LogStore } from './log-store.ts';
import type { Appended, ExpectedRevision, NewFact } from './new-fact.ts';
import type { FieldSealer } from '../identity/sealing.ts';
import { settleAppend, type AppendTimes } from './settle-append.ts';

export interface Subscription extends Following {
  /** Facts as they are stored: sealed and unchecked, of whatever type and version. */
  stored?: boolean | undefined;
}

/** How long the store is waited for, in milliseconds. */
interface Patience extends AppendTimes {
  /** A read that hears nothing for this long is given up: the client gives reads no deadline, whatever it is told. */
  readSilenceMs: number;
  /** The same for a look at what became of an append, which has only so much time. */
  lookSilenceMs: number;
  /** A head that lies before a position already known is waited on for so long before it is believed. */
  headMs: number;
}

const PATIENCE: Patience = {
  attemptMs: 5_000,
  settledWithinMs: 11_000,
  readSilenceMs: 8_000,
  lookSilenceMs: 1_500,
  headMs: 3_000,
};

const BACKOFF_MS = { first: 20, most: 400 };

/**
 * The log as every feature knows it. Facts go in checked and sealed and come out opened, brought to their newest
 * version and checked again. Errors: WrongRevision (definite), OutcomeUnknown (repeat with the same ids),
 * LogUnavailable; and what the store refuses: AccessDenied, BadCredentials, StreamDeleted, AppendInvalid.
 */
export class EventLog {
  private readonly store: LogStore;
  private readonly codec: FactCodec;
  private readonly patience: Patience;

  /** `store`: EventStoreDB by its address, or what stands in for it. */
  constructor(
    store: string | LogStore,
    catalogue: FactCatalogue,
    sealer: FieldSealer,
    patience: Partial<Patience> = {},
  ) {
    this.store = typeof store === 'string' ? new EventStore(store) : store;
    this.codec = new FactCodec(catalogue, sealer);
    this.patience = { ...PATIENCE, ...patience };
  }

  /** Facts as they will be stored: sealed, so that a hash over them holds for ever. */
  encode(stream: string, facts: readonly NewFact[]): Promise<readonly NewFact[]> {
    return Promise.all(facts.map((fact) => this.codec.encode(stream, fact)));
  }

  /**
   * Appends facts that `encode` prepared. Where the answer does not tell whether they were stored, that is found out,
   * for about twice the time of a command: OutcomeUnknown is thrown only after it.
   */
  appendEncoded(stream: string, expected: ExpectedRevision, encoded: readonly NewFact[]): Promise<Appended> {
    return settleAppend(
      {
        append: (deadlineMs) => this.store.append(stream, expected, encoded, deadlineMs),
        look: () => this.lookFor(stream, expected, encoded),
      },
      this.patience,
    );
  }

  async append(stream: string, expected: ExpectedRevision, facts: readonly NewFact[]): Promise<Appended> {
    return this.appendEncoded(stream, expected, await this.encode(stream, facts));
  }

  /**
   * Appends behind whatever the stream holds, once: for measurements, which may be lost. It is neither settled nor to
   * be repeated, for the store knows such ids only until it starts anew and would then store them twice.
   */
  async appendAnywhere(stream: string, facts: readonly NewFact[]): Promise<Appended> {
    const encoded = await this.encode(stream, facts);
    return this.store.append(stream, 'any', encoded, this.patience.attemptMs);
  }

  /** Has the store forget a stream's facts so many days after each was stored; told again, it is the same. */
  keepFor(stream: string, days: number): Promise<void> {
    return this.store.keepFor(stream, days, this.patience.attemptMs);
  }

  /** An append by its ids, in the one place where it can be. */
  private async lookFor(
    stream: string,
    expected: ExpectedRevision,
    facts: readonly NewFact[],
  ): Promise<Appended | undefined> {
    const from = expected === 'none' ? 0 : expected + 1;
    const range = { from, maxCount: facts.length, silenceMs: this.patience.lookSilenceMs };
    const there = await Array.fromAsync(this.store.readStream(stream, range));
    const last = there.at(-1);
    if (!last || there[0]?.revision !== from) return undefined;
    if (there.length < facts.length || there.some(({ id }, index) => id !== facts[index]?.id)) {
      throw new WrongRevision(stream, expected, last.revision);
    }
    return { revision: last.revision, position: last.position };
  }

  /** A stream's facts from a revision on, in order; nothing where there is no such stream. */
  async *read<F extends Fact>(
    stream: string,
    options: { from?: number; maxCount?: number } = {},
  ): AsyncGenerator<Recorded<F>, void, void> {
    for await (const stored of this.readStored(stream, options)) yield (await this.decode(stored)) as Recorded<F>;
  }

  /** A stored fact opened, brought to its newest version and checked. */
  decode(stored: Recorded): Recorded | Promise<Recorded> {
    return this.codec.decode(stored);
  }

  /** Facts as they are stored: what a hash chain is verified over. */
  readStored(
    stream: string,
    { from = 0, maxCount }: { from?: number; maxCount?: number } = {},
  ): AsyncGenerator<Recorded, void, void> {
    return this.store.readStream(stream, { from, maxCount, silenceMs: this.patience.readSilenceMs });
  }

  /** A stream's first fact from a revision on; undefined where there is none. */
  async first<F extends Fact>(stream: string, from = 0): Promise<Recorded<F> | undefined> {
    const stored = await this.firstStored(stream, from);
    return stored && ((await this.decode(stored)) as Recorded<F>);
  }

  /**
   * As it is stored. Read to its end: a call that is left early is reset, and a store takes only so many resets a
   * second.
   */
  async firstStored(stream: string, from = 0): Promise<Recorded | undefined> {
    let first: Recorded | undefined;
    for await (const stored of this.readStored(stream, { from, maxCount: 1 })) first = stored;
    return first;
  }

  /**
   * The position of the log's last event; 0 for an empty log. Where that lies before `atLeast`, a position already
   * known, it is waited on before it is believed: a node that has just become the leader may show an older one.
   */
  async head({ atLeast = 0n }: { atLeast?: bigint } = {}): Promise<bigint> {
    const until = performance.now() + this.patience.headMs;
    for (let attempt = 0; ; attempt++) {
      const head = await this.store.head(this.patience.readSilenceMs);
      const pauseMs = backoffMs(attempt, BACKOFF_MS.first, BACKOFF_MS.most);
      if (head >= atLeast || performance.now() + pauseMs > until) return head;
      await wait(pauseMs);
    }
  }

  /**
   * Follows the log, first what is stored, then what comes. Ends by the signal; throws LogUnavailable when dropped,
   * AccessDenied and BadCredentials.
   */
  subscribe({ stored = false, ...what }: Subscription): AsyncGenerator<LogItem, void, void> {
    return this.store.follow(what, stored ? (fact) => fact : (fact) => this.codec.decode(fact));
  }

  async close(): Promise<void> {
    await this.store.close();
  }
}
