import type { Recorded } from '@easel/contracts/kernel/event';
import type { Logger } from 'pino';
import { backoffMs, pause } from '../server/backoff.ts';
import { isTransient } from '../database/database.ts';
import { LogUnavailable } from '../log/event-log.errors.ts';
import type { EventLog, Subscription } from '../log/event-log.ts';
import { LagCounter, type Lag } from './lag-counter.ts';
import type { HeldLock } from './locks.ts';
import { NOWHERE, readAhead, type InboxItem, type Portions, type SubscribedLog } from './subscription-inbox.ts';

const BATCH_SIZE = 500;
const BACKOFF_MS = { first: 100, most: 10_000 };

export interface FollowedLog extends SubscribedLog, Pick<EventLog, 'head'> {}

/**
 * Does something with the log from where it was left, for as long as it is the only one under its name. It remembers by
 * itself how far it has come, in the transaction of what it does: an error in here ends the turn, and everything behind
 * what it remembers comes again.
 */
export interface Turn {
  /** Where it goes on, exclusive. */
  readonly after: Subscription['after'];
  /** Ends the turn when it aborts. */
  readonly until?: AbortSignal | undefined;
  /** Takes facts in order. `caughtUp`: they came after everything that was in the log when following it began. */
  handle(facts: readonly Recorded[], meta: { caughtUp: boolean }): Promise<void> | void;
  /** Hears that up to this position nothing more was for it. */
  pass?(position: bigint): Promise<void> | void;
  /** Hears each time that the end of the log is reached; `following` aborts when the turn ends. */
  caughtUp?(following: AbortSignal): Promise<void> | void;
  /** Hears that nothing has come for `quietMs`. */
  quiet?(): Promise<void>;
  /** Puts down what it has in hand, where no error ends the turn. */
  end?(): Promise<void>;
}

export interface FollowingOptions<Held extends HeldLock> extends Partial<Portions> {
  /** Of its log lines and its lag. */
  name: string;
  log: FollowedLog;
  categories: Subscription['categories'];
  types?: Subscription['types'];
  stored?: boolean | undefined;
  signal: AbortSignal;
  logger: Logger;
  /** Waits to be the only one; undefined where the signal ends the wait. */
  hold: (signal: AbortSignal) => Promise<Held | undefined>;
  /**
   * Begins a turn as the only one; undefined starts over at once. `going` aborts by the signal, and when the lock is
   * lost.
   */
  begin: (held: Held, going: AbortSignal) => Promise<Turn | undefined>;
  /**
   * Called, and waited for, with what ends a turn while the lock is still held, so that it cannot belie a successor.
   */
  onError?: (error: unknown, held: Held) => Promise<void>;
  /**
   * Called, and waited for, once the lock is released. True starts over at once; else it rests first, longer each time.
   */
  recover?: (error: unknown) => Promise<boolean>;
}

export interface FollowingState {
  /** `standby`: another process runs this name. `waiting`: it starts over in a moment, after an error. */
  phase: 'standby' | 'catching-up' | 'live' | 'waiting' | 'stopped';
  /** Why it started over; absent as soon as it has got on since. */
  error?: unknown;
}

/** Somebody else moved the checkpoint: who throws this is no longer the only one. */
export class Fenced extends Error {
  override readonly name = 'Fenced';

  constructor(name: string, position: bigint) {
    super(`the checkpoint of ${name} is no longer at ${position}`);
  }
}

/** Is held by whoever asks: for what each process does for itself. */
export const unshared = (): Promise<HeldLock> =>
  Promise.resolve({ lost: new AbortController().signal, release: () => Promise.resolve() });

/**
 * Follows the log for ever, as the only one of all processes: stands by for the lock, takes a turn, reads ahead of it
 * in batches, and starts over after whatever ends the turn but the signal.
 */
export class Following<Held extends HeldLock = HeldLock> {
  /** Resolves when the signal has ended it and nothing of it runs any more; it never rejects. */
  readonly done: Promise<void>;
  state: FollowingState = { phase: 'standby' };
  /** When it gave its turn what it has in hand now, by `performance.now()`; undefined while the turn has nothing. */
  handlingSince: number | undefined;

  private readonly options: FollowingOptions<Held>;
  private readonly logger: Logger;
  /** Handled, or passed over because nothing before it is ours. */
  private considered = NOWHERE;
  private failures = 0;
  private readonly waiting = new Set<{ position: bigint; reached: () => void; giveUp: () => void }>();

  constructor(options: FollowingOptions<Held>) {
    this.options = options;
    this.logger = options.logger.child({ subscription: options.name });
    this.done = this.run();
  }

  /** What is in the log for it and not handled yet; undefined where another process runs this name, which knows. */
  async lag(): Promise<Lag | undefined> {
    const { log, ...follower } = this.options;
    return this.state.phase === 'standby' ? undefined : LagCounter.of(log).of(follower, this.considered);
  }

  /**
   * Resolves when everything up to this position has been handled here; rejects where the signal or `done` comes first.
   */
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
    const { signal, hold } = this.options;
    while (!signal.aborted) {
      try {
        this.enter('standby');
        const held = await hold(signal);
        if (!held) break;
        await this.lead(held);
      } catch (error) {
        if (signal.aborted) break;
        await this.recover(error);
      }
    }
    this.state = { phase: 'stopped' };
    for (const { giveUp } of this.waiting) giveUp();
  }

  private async lead(held: Held): Promise<void> {
    const { signal, begin, onError } = this.options;
    const going = AbortSignal.any([signal, held.lost]);
    try {
      const turn = await begin(held, going);
      if (turn) await this.follow(turn, going);
    } catch (error) {
      await onError?.(error, held);
      throw error;
    } finally {
      await held.release();
    }
  }

  private async recover(error: unknown): Promise<void> {
    const { signal, recover } = this.options;
    this.state = { phase: 'waiting', error };
    if (await recover?.(error)) return;
    const passing = error instanceof LogUnavailable || error instanceof Fenced || isTransient(error);
    this.logger[passing ? 'warn' : 'error']({ err: error, position: this.considered }, 'a subscription starts over');
    await pause(backoffMs(this.failures++, BACKOFF_MS.first, BACKOFF_MS.most), signal);
  }

  /** Until the signal, the end of the turn, or an error. */
  private async follow(turn: Turn, going: AbortSignal): Promise<void> {
    const { log, categories, types, stored, size = BATCH_SIZE, lingerMs, quietMs, atOnce } = this.options;
    const { after } = turn;
    this.consider(typeof after === 'bigint' ? after : NOWHERE);
    this.enter('catching-up');
    const leave = new AbortController();
    const following = AbortSignal.any([going, leave.signal, ...(turn.until ? [turn.until] : [])]);
    const what: Subscription = { categories, types, stored, after, signal: following };
    try {
      for await (const next of readAhead(log, what, { size, lingerMs, quietMs, atOnce })) {
        this.handlingSince = performance.now();
        await this.take(turn, next, following);
        this.handlingSince = undefined;
        this.failures = 0;
        this.state = { phase: this.state.phase };
      }
      await turn.end?.();
    } finally {
      this.handlingSince = undefined;
      leave.abort();
    }
  }

  private async take(turn: Turn, next: InboxItem, following: AbortSignal): Promise<void> {
    if (next.kind === 'facts') {
      await turn.handle(next.facts, { caughtUp: this.state.phase === 'live' });
      const last = next.facts.at(-1);
      if (last) this.consider(last.position);
    } else if (next.kind === 'checkpoint') {
      if (next.position <= this.considered) return;
      await turn.pass?.(next.position);
      this.consider(next.position);
    } else if (next.kind === 'caught-up') {
      this.enter('live');
      await turn.caughtUp?.(following);
    } else await turn.quiet?.();
  }

  private enter(phase: FollowingState['phase']): void {
    this.state = { ...this.state, phase };
  }

  private consider(position: bigint): void {
    this.considered = position;
    for (const { position: awaited, reached } of this.waiting) if (position >= awaited) reached();
  }
}
