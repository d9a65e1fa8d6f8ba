import { setTimeout as wait } from 'node:timers/promises';
import { randomFraction } from './chance.ts';

/**
 * Doubles from `baseMs` with each attempt (from 0) up to `maxMs`; half of it is chance, so that a crowd spreads out.
 */
export function backoffMs(attempt: number, baseMs: number, maxMs: number): number {
  const ceilingMs = Math.min(maxMs, baseMs * 2 ** Math.min(attempt, 30));
  return ceilingMs / 2 + (randomFraction() * ceilingMs) / 2;
}

/** Waits that long, or less where the signal ends it; it never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

/** Something took longer than it may. Its code counts as that of a server that is away: a request is answered 503. */
export class Late extends Error {
  override readonly name = 'Late';
  readonly code = 'ETIMEDOUT';
}

/** Gives what the work gives, or throws Late after that long; the work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Late(`not done within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Aborts after that long, by the clock of the process, which `AbortSignal.timeout` does not go by when it is replaced.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException(`${ms} ms are over`, 'TimeoutError')), ms).unref();
  return limit.signal;
}
