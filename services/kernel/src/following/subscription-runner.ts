import type { Recorded } from '@easel/contracts/kernel/event';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { faultPoint } from '../server/fault-point.ts';
import { Fenced, Following, type FollowedLog, type Turn } from './following.ts';
import type { SubscriptionBook } from './process-book.ts';
import { NOWHERE } from './subscription-inbox.ts';

/** How often positions without a fact of ours are written down. */
const IDLE_CHECKPOINT_MS = 5_000;

export interface SubscriptionOptions<Tx = PoolClient> {
  /** Names the checkpoint, for ever. */
  name: string;
  log: FollowedLog;
  book: SubscriptionBook<Tx>;
  categories: readonly string[];
  /** Of which facts are handed over; of all, where absent. */
  types?: readonly string[];
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

export interface RunningSubscription extends Pick<Following, 'done' | 'state' | 'lag' | 'waitFor'> {
  /** Where it would go on after a restart; -1 before the log's first fact. */
  checkpoint(): bigint;
}

/** Hands every fact of the categories to the handler, in order and exactly once, resuming for ever. */
export function runSubscription<Tx>(options: SubscriptionOptions<Tx>): RunningSubscription {
  const { name, log, book, categories, types, batchSize, signal, logger } = options;
  const kept = new KeptPlace(options);
  const following = new Following({
    name,
    log,
    categories,
    types,
    signal,
    logger,
    ...(batchSize !== undefined && { size: batchSize }),
    hold: (waiting) => book.locks.hold(`subscription ${name}`, waiting),
    begin: () => kept.begin(),
  });
  return Object.assign(following, { checkpoint: () => kept.position });
}

/** Moves a checkpoint in the book, by compare-and-set and in the transaction of what the handler writes. */
class KeptPlace<Tx> {
  /** In the book. */
  position = NOWHERE;
  /** Up to here nothing is left to be handled. */
  private passed = NOWHERE;
  private movedAt = 0;

  constructor(private readonly options: SubscriptionOptions<Tx>) {}

  async begin(): Promise<Turn> {
    const { onBegin, onCaughtUp } = this.options;
    this.position = this.passed = await this.startingPoint();
    await onBegin?.(this.position);
    return {
      after: this.position < 0n ? 'start' : this.position,
      handle: (facts, meta) => this.handle(facts, meta),
      pass: (position) => this.pass(position),
      caughtUp: async (following) => {
        // A quiet log sends nothing more: what was passed over on the way would be passed over again at each start.
        if (this.passed > this.position) {
          await this.advance(this.passed);
          this.moved(this.passed);
        }
        onCaughtUp?.(following);
      },
      end: async () => {
        if (this.passed > this.position) await this.advance(this.passed);
      },
    };
  }

  private async handle(facts: readonly Recorded[], meta: { caughtUp: boolean }): Promise<void> {
    const last = facts.at(-1);
    if (!last) return;
    const { concerns } = this.options;
    if (concerns && !facts.some(concerns)) return this.pass(last.position);
    await this.options.book.inTransaction(async (tx) => {
      // First, so that a runner that is no longer the one stops before it works.
      await this.advance(last.position, tx);
      await this.options.handleBatch(facts, tx, meta);
      faultPoint('subscription.before-commit');
    });
    faultPoint('subscription.after-commit');
    this.moved(last.position);
  }

  private async pass(position: bigint): Promise<void> {
    this.passed = position;
    if (Date.now() - this.movedAt < IDLE_CHECKPOINT_MS) return;
    await this.advance(position);
    this.moved(position);
  }

  /** Throws Fenced where another runner was here. */
  private async advance(position: bigint, tx?: Tx): Promise<void> {
    const { name, book } = this.options;
    if (await book.checkpoints.advance(name, this.position, position, tx)) return;
    throw new Fenced(name, this.position);
  }

  private async startingPoint(): Promise<bigint> {
    const { name, from, log, book } = this.options;
    const found = await book.checkpoints.find(name);
    if (found !== undefined) return found;
    const first = from === 'start' ? NOWHERE : await log.head();
    await book.checkpoints.begin(name, first);
    return (await book.checkpoints.find(name)) ?? first;
  }

  private moved(position: bigint): void {
    this.position = this.passed = position;
    this.movedAt = Date.now();
    this.options.onMoved?.(position);
  }
}
