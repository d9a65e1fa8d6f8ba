import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs } from '../server/backoff.ts';
import { LogUnavailable, OutcomeUnknown } from './event-log.errors.ts';
import type { Appended } from './new-fact.ts';

/** An append at an exact revision: under the same ids it is stored once, however often it is tried. */
export interface Attempts {
  /** Throws OutcomeUnknown where it may or may not be stored; every other error is final. */
  append(deadlineMs: number): Promise<Appended>;
  /**
   * What stands where it would be, asked of the leader: the append itself, or nothing, which settles nothing, for it
   * may be stored seconds later. Throws WrongRevision where something else stands there, LogUnavailable.
   */
  look(): Promise<Appended | undefined>;
}

export interface AppendTimes {
  /** What one attempt is given. */
  attemptMs: number;
  /** What the attempts are given together: beyond a command's deadline, so that few outcomes stay unknown. */
  settledWithinMs: number;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;
/** An attempt that is given less would only make one more unknown outcome. */
const LEAST_ATTEMPT_MS = 250;

/**
 * Appends, and finds out what became of it where the answer does not tell: looks for its ids, and appends them again
 * until one or the other is sure. Throws OutcomeUnknown when its time is over, at the latest a look after that.
 */
export async function settleAppend(attempts: Attempts, { attemptMs, settledWithinMs }: AppendTimes): Promise<Appended> {
  const until = performance.now() + settledWithinMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await attempts.append(Math.min(attemptMs, until - performance.now()));
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      const found = await attempts.look().catch(notNow);
      if (found) return found;
      const pauseMs = backoffMs(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      if (performance.now() + pauseMs + LEAST_ATTEMPT_MS > until) throw error;
      await wait(pauseMs);
    }
  }
}

function notNow(error: unknown): undefined {
  if (!(error instanceof LogUnavailable)) throw error;
}
