import type { Recorded } from '@easel/contracts/kernel/event';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { backoffMs, pause } from '../server/backoff.ts';
import { isTransient } from '../database/database.ts';
import { LogUnavailable } from '../log/event-log.errors.ts';
import type { EventLog, Subscription as LogSubscription } from '../log/event-log.ts';
import { faultPoint } from '../server/fault-point.ts';
import { LagCounter, type Lag } from './lag-counter.ts';
import type { LogItem } from '../log/log-store.ts';
import type { SubscriptionBook } from './process-book.ts';
import { SubscriptionInbox } from './subscription-inbox.ts';

const BATCH_SIZE = 500;
/** How many batches may wait in memory while one is handled. */
const BATCHES_AHEAD = 2;
/** How often positions without a fact of ours are written down. */
const IDLE_CHECKPOINT_MS = 5_000;
/** Before the log's first fact. */
const NOWHERE = -1n;

export interface FollowedLog extends Pick<EventLog, 'head'> {
  subscribe(options: LogSubscription): AsyncIterable<LogItem>;
}

export interface SubscriptionOptions<Tx = PoolClient> {
  /** Names the checkpoint, for ever. */
  name: string;
  log: FollowedLog;
  book: SubscriptionBook<Tx>;
  categories: readonly string[];
  /** Where it begins when it has no checkpoint yet. */
  from: 'start' | 'now';
  batchSize?: number;
  /** Where given, a batch without such a fact only moves the checkpoint, and that not at once. */
  concerns?: (fact: Recorded) => boolean;
  /**
   * What it writes in the transaction moves together with the checkpoint. An error takes back both and the batch comes
   * again, for ever. `caughtUp`: this batch came after everything that was in the log when following it began.
   */
  handleBatch: (facts: readonly Recorded[], tx: Tx, meta: { caughtUp: boolean }) => Promise<void>;
  signal: AbortSignal;
  /**
   * Called each time before following begins behind `position`, as the only one of this name: for what is kept beside
   * the checkpoint. An error starts over.
   */
  onBegin?: (position: bigint) => Promise<void>;
  /** Called each time the end of the log is reached after beginning to follow it; `following` aborts when that ends. */
  onCaughtUp?: (following: AbortSignal) => void;
  /** Called after the checkpoint's move is committed. */
  onMoved?: (position: bigint) => void;
  logger: Logger;
}

export interface SubscriptionState {
  /** `standby`: another process runs this name. `waiting`: it starts over in a moment, after an error. */
  phase: 'standby' | 'catching-up' | 'live' | 'waiting' | 'stopped';
  /** Why it started over; absent as soon as it has got on since. */
  error?: unknown;
}

export interface RunningSubscription {
  /** Resolves when the signal has ended it and nothing of it runs any more; it never rejects. */
  readonly done: Promise<void>;
  readonly state: SubscriptionState;
  /** Where it would go on after a restart; -1 before the log's first fact. */
  checkpoint(): bigint;
  /** What is in the log for it and not handled yet; undefined where another process runs this name, which knows. */
  lag(): Promise<Lag | undefined>;
  /** Resolves when everything up to this position has been handled here; rejects where the signal or `done` comes first. */
  waitFor(position: bigint, signal?: AbortSignal): Promise<void>;
}

/** Somebody else moved the checkpoint: this runner is no longer the one. */
class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** Hands every fact of the categories to the handler, in order and exactly once, resuming for ever. */
export const runSubscription = <Tx>(options: SubscriptionOptions<Tx>): RunningSubscription => new Subscription(options);

class Subscription<Tx> implements RunningSubscription {
  readonly done: Promise<void>;
  state: SubscriptionState = { phase: 'standby' };

  private readonly options: SubscriptionOptions<Tx>;
  private readonly logger: Logger;
  /** In the book. */
  private position = NOWHERE;
  /** Handled, or passed over because nothing before it is ours. */
  private considered = NOWHERE;
  private movedAt = 0;
  private failures = 0;
  private readonly waiting = new Set<{ position: bigint; reached: () => void; giveUp: () => void }>();

  constructor(options: SubscriptionOptions<Tx>) {
    this.options = options;
    this.logger = options.logger.child({ subscription: options.name });
    this.done = this.run();
  }

  checkpoint(): bigint {
    return this.position;
  }

  async lag(): Promise<Lag | undefined> {
    const { log, name, categories } = this.options;
    return this.state.phase === 'standby' ? undefined : LagCounter.of(log).of({ name, categories }, this.considered);
  }

  async waitFor(position: bigint, signal?: AbortSignal): Promise<void> {
    if (this.considered >= position) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => reject(new Error(`${this.options.name} did not reach ${position}`));
    const waiter = { position, reached: resolve, giveUp };
    this.waiting.add(waiter);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted || this.state.phase === 'stopped') giveUp();
    try {
      await promise;
    } finally {
      this.waiting.delete(waiter);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  private async run(): Promise<void> {
    const { name, book, signal } = this.options;
    while (!signal.aborted) {
      try {
        this.enter('standby');
        const held = await book.locks.hold(`subscription ${name}`, signal);
        if (!held) break;
        try {
          await this.follow(AbortSignal.any([signal, held.lost]));
        } finally {
          await held.release();
        }
      } catch (error) {
        if (signal.aborted) break;
        this.state = { phase: 'waiting', error };
        const passing = error instanceof LogUnavailable || error instanceof Fenced || isTransient(error);
        this.logger[passing ? 'warn' : 'error']({ err: error, position: this.position }, 'a subscription starts over');
        await pause(backoffMs(this.failures++, 100, 10_000), signal);
      }
    }
    this.state = { phase: 'stopped' };
    for (const { giveUp } of this.waiting) giveUp();
  }

  /** From the checkpoint on, until the signal or an error. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { batchSize = BATCH_SIZE, onBegin, onCaughtUp } = this.options;
    this.position = await this.startingPoint();
    await onBegin?.(this.position);
    this.consider(this.position);
    this.enter('catching-up');
    const leave = new AbortController();
    const following = AbortSignal.any([signal, leave.signal]);
    const inbox = new SubscriptionInbox(batchSize * BATCHES_AHEAD);
    const reader = this.read(inbox, following);
    try {
      while (!signal.aborted) {
        const next = await inbox.take(batchSize);
        if (!next || signal.aborted) break;
        if (next.kind === 'facts') await this.handle(next.facts);
        else if (next.kind === 'checkpoint') await this.pass(next.position);
        else {
          this.enter('live');
          onCaughtUp?.(following);
        }
        this.failures = 0;
        this.state = { phase: this.state.phase };
      }
      if (this.considered > this.position) await this.advance(this.considered);
    } finally {
      leave.abort();
      inbox.end();
      await reader;
    }
  }

  /** Reads ahead into the inbox; its errors come out there, behind what was read before. */
  private async read(inbox: SubscriptionInbox, signal: AbortSignal): Promise<void> {
    const { log, categories } = this.options;
    let last = this.position;
    try {
      for await (const item of log.subscribe({ categories, after: last < 0n ? 'start' : last, signal })) {
        if (item.kind === 'fact') {
          if (item.fact.position <= last) continue;
          last = item.fact.position;
        }
        // Leaving this loop ends the subscription, as the signal does.
        if (!(await inbox.put(item))) break;
      }
      inbox.end(signal.aborted ? undefined : new LogUnavailable(new Error('the subscription ended')));
    } catch (error) {
      inbox.end(error instanceof Error ? error : new LogUnavailable(error));
    }
  }

  private async handle(facts: readonly Recorded[]): Promise<void> {
    const last = facts.at(-1);
    if (!last) return;
    const { concerns } = this.options;
    if (concerns && !facts.some(concerns)) return this.pass(last.position);
    await this.options.book.inTransaction(async (tx) => {
      // First, so that a runner that is no longer the one stops before it works.
      await this.advance(last.position, tx);
      await this.options.handleBatch(facts, tx, { caughtUp: this.state.phase === 'live' });
      faultPoint('subscription.before-commit');
    });
    faultPoint('subscription.after-commit');
    this.moved(last.position);
  }

  private async pass(position: bigint): Promise<void> {
    if (position <= this.considered) return;
    if (Date.now() - this.movedAt >= IDLE_CHECKPOINT_MS) {
      await this.advance(position);
      this.moved(position);
    } else this.consider(position);
  }

  /** Compare-and-set: throws Fenced where another runner was here. */
  private async advance(position: bigint, tx?: Tx): Promise<void> {
    const { name, book } = this.options;
    if (await book.checkpoints.advance(name, this.position, position, tx)) return;
    throw new Fenced(`The checkpoint of ${name} is no longer at ${this.position}`);
  }

  private async startingPoint(): Promise<bigint> {
    const { name, from, log, book } = this.options;
    const found = await book.checkpoints.find(name);
    if (found !== undefined) return found;
    const first = from === 'start' ? NOWHERE : await log.head();
    await book.checkpoints.begin(name, first);
    return (await book.checkpoints.find(name)) ?? first;
  }

  private enter(phase: SubscriptionState['phase']): void {
    this.state = { ...this.state, phase };
  }

  private moved(position: bigint): void {
    this.position = position;
    this.movedAt = Date.now();
    this.consider(position);
    this.options.onMoved?.(position);
  }

  private consider(position: bigint): void {
    this.considered = position;
    for (const { position: awaited, reached } of this.waiting) if (position >= awaited) reached();
  }
}
