import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Logger } from 'pino';
import type { EventLog } from '../log/event-log.ts';
import { ParkedStreams } from './parked-streams.ts';
import type { ProcessBook } from './process-book.ts';
import type { Due, ProcessRules } from './process.ts';
import { ProcessTimers, type RecordedStep } from './process-timers.ts';
import type { FollowedLog } from './following.ts';
import { runSubscription, type RunningSubscription } from './subscription-runner.ts';

export interface ProcessOptions<F extends Fact, Payload, Tx = unknown> extends ProcessRules<F, Payload> {
  /**
   * Performs what is due, at least once; an error brings it back later, for ever. `again` makes it due once more at
   * that time, unless a fact has rescheduled or cancelled it meanwhile.
   */
  act(due: Due<Payload>): Promise<{ again: Date } | undefined | void>;
  log: FollowedLog & Pick<EventLog, 'read'>;
  book: ProcessBook<Tx>;
  signal: AbortSignal;
  logger: Logger;
  /** How many are performed at the same time; two of one key never are. */
  concurrency?: number;
  batchSize?: number;
  now?: () => Date;
}

export interface RunningProcess extends RunningSubscription {
  /** Looks at once for what is due: for a test that has moved its clock. */
  wake(): void;
  /** Resolves when nothing is due and nothing is being performed; a standby or a failing process never says so. */
  idle(): Promise<void>;
  /** Streams that wait, since one of their facts cannot be read. */
  readonly parked: number;
}

/**
 * Runs a process manager. A stream with a fact that it follows and that cannot be read waits, and no other does. Facts
 * only move timers, in the transaction that moves its checkpoint; the timers are performed by the one process that has
 * caught up with the log, so that a cancellation already there is seen first.
 */
export function runProcess<F extends Fact, Payload, Tx = unknown>(
  options: ProcessOptions<F, Payload, Tx>,
): RunningProcess {
  const { name, from, categories, on, log, book, signal, batchSize } = options;
  const types = Object.keys(on);
  const logger = options.logger.child({ process: name });
  const timers = new ProcessTimers({ ...options, logger });
  const parked = new ParkedStreams({ name, types, book, log, logger });
  const subscription = runSubscription({
    name,
    log,
    book,
    categories,
    types,
    from,
    signal,
    logger,
    ...(batchSize !== undefined && { batchSize }),
    concerns: (fact) => fact.unreadable !== undefined || stepsOf(options, [fact]).length > 0,
    onBegin: (position) => parked.release(position, (facts, tx) => timers.move(tx, stepsOf(options, facts))),
    handleBatch: async (facts, tx) => timers.move(tx, stepsOf(options, await parked.admit(facts, tx))),
    onMoved: () => timers.wake(),
    onCaughtUp: (following) => timers.start(following),
  });
  return {
    done: subscription.done.then(() => timers.stopped()),
    get state() {
      return subscription.state;
    },
    checkpoint: () => subscription.checkpoint(),
    lag: () => subscription.lag(),
    waitFor: (position, patience) => subscription.waitFor(position, patience),
    get parked() {
      return parked.size;
    },
    wake: () => timers.wake(),
    idle: () => timers.idle(),
  };
}

function stepsOf<F extends Fact, Payload>(
  rules: ProcessRules<F, Payload>,
  facts: readonly Recorded[],
): readonly RecordedStep<Payload>[] {
  const { on }: Pick<ProcessRules<Fact, Payload>, 'on'> = rules;
  return facts.flatMap((fact) => on[fact.type]?.(fact).map((step) => ({ ...step, recordedAt: fact.recordedAt })) ?? []);
}
