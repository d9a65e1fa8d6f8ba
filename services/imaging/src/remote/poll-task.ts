import { randomFraction } from '@easel/kernel/server/chance';
import {
  RemoteFailure,
  type RemoteProvider,
  type RemoteStanding,
  type RemoteTask,
} from '../providers/remote-provider.ts';
import { unlessAborted } from '../render/unless-aborted.ts';
import type { WatchedTask } from './task-hints.ts';

export interface Pace {
  readonly firstMs: number;
  readonly mostMs: number;
}

export const POLL_PACE: Pace = { firstMs: 1_000, mostMs: 4_000 };
const GROWTH = 1.3;
/** Upper bound for a provider's Retry-After. */
const RETRY_AFTER_MAX_MS = 30_000;

export interface Polling {
  readonly provider: RemoteProvider;
  readonly task: RemoteTask;
  readonly watched: WatchedTask;
  readonly pace: Pace;
  /** Polls immediately, because the task has been running since an earlier attempt. */
  readonly isResumed: boolean;
  readonly onProgress: (progress: number) => void;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Polls a task until it is done, and retries errors that reveal nothing about the task. Throws RemoteFailure when the
 * task failed, and the signal's reason when it aborts.
 */
export async function pollTask(
  polling: Polling,
  signal: AbortSignal,
): Promise<Extract<RemoteStanding, { state: 'done' }>> {
  const { watched, pace, isResumed } = polling;
  let intervalMs = pace.firstMs;
  let restMs = isResumed ? 0 : jittered(intervalMs);
  for (;;) {
    if (restMs > 0) await watched.pause(restMs, signal);
    signal.throwIfAborted();
    const seen = await look(polling, signal);
    if ('state' in seen) return seen;
    intervalMs = Math.min(pace.mostMs, intervalMs * GROWTH);
    restMs = Math.max(jittered(intervalMs), seen.notBeforeMs);
  }
}

/** Polls once. Returns the finished task, or the least wait before the next poll in ms. */
async function look(
  { provider, task, onProgress, onTrouble }: Polling,
  signal: AbortSignal,
): Promise<Extract<RemoteStanding, { state: 'done' }> | { notBeforeMs: number }> {
  if (!provider.poll) throw new RemoteFailure('broken', 'this provider does not use tasks');
  try {
    const standing = await unlessAborted(provider.poll(task, signal), signal);
    if (standing.state === 'done') return standing;
    if (standing.progress !== undefined) onProgress(standing.progress);
    return { notBeforeMs: 0 };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RemoteFailure && !saysNothing(error)) throw error;
    onTrouble(error);
    const retryAfterMs = error instanceof RemoteFailure ? (error.retryAfterMs ?? 0) : 0;
    return { notBeforeMs: Math.min(RETRY_AFTER_MAX_MS, retryAfterMs) };
  }
}

const saysNothing = ({ kind }: RemoteFailure): boolean =>
  kind === 'busy' || kind === 'unreachable' || kind === 'unknown';

const jittered = (ms: number): number => ms * (0.75 + randomFraction() / 2);
