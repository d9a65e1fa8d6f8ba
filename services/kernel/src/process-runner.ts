import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Due, ProcessRules } from './process.ts';
import { ProcessTimers, type RecordedStep } from './process-timers.ts';
import { runSubscription, type FollowedLog, type RunningSubscription } from './subscription-runner.ts';

export interface ProcessOptions<F extends Fact, Payload> extends ProcessRules<F, Payload> {
  /**
   * Performs what is due, at least once; an error brings it back later, for ever. `again` makes it due once more at
   * that time, unless a fact has rescheduled or cancelled it meanwhile.
   */
  act(due: Due<Payload>): Promise<{ again: Date } | undefined | void>;
  log: FollowedLog;
  pool: Pool;
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
}

/**
 * Runs a process manager. Its facts only move timers, in the transaction that moves its checkpoint; the timers are
 * performed by the one process that has caught up with the log, so that a cancellation already there is seen first.
 */
export function runProcess<F extends Fact, Payload>(options: ProcessOptions<F, Payload>): RunningProcess {
  const { name, from, categories, log, pool, signal, batchSize } = options;
  const logger = options.logger.child({ process: name });
  const timers = new ProcessTimers({ ...options, logger });
  const subscription = runSubscription({
    name,
    log,
    pool,
    categories,
    from,
    signal,
    logger,
    ...(batchSize !== undefined && { batchSize }),
    concerns: (fact) => stepsOf(options, [fact]).length > 0,
    handleBatch: (facts, client) => timers.move(client, stepsOf(options, facts)),
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
    wake: () => timers.wake(),
    idle: () => timers.idle(),
  };
}

function stepsOf<F extends Fact, Payload>(
  options: ProcessOptions<F, Payload>,
  facts: readonly Recorded[],
): readonly RecordedStep<Payload>[] {
  return facts.flatMap((fact) => {
    if (fact.unreadable?.why === 'unknown-type') return [];
    // To pass it over could lose money: the process stands still, and says so, until its code can read the fact.
    if (fact.unreadable) {
      const { detail } = fact.unreadable;
      throw new Error(`${options.name} cannot read ${fact.stream} at revision ${fact.revision}: ${detail}`);
    }
    return options.on(fact as Recorded<F>).map((step) => ({ ...step, recordedAt: fact.recordedAt }));
  });
}
