import { STILL_AFTER_MS } from '@easel/contracts/operations/policy';
import type { ProjectionPhase } from '../kernel/projection-state.ts';

interface Standing {
  phase: ProjectionPhase;
  /** When its checkpoint was last written. */
  movedAt: Date;
  /** Of the facts that it has yet to apply; undefined where there is none, or the log is away. */
  oldestAt: Date | undefined;
  /** When this process began to follow; until then nothing could move. */
  since: number;
}

/** Milliseconds since 1970. */
export const PROCESS_BEGAN_AT = performance.timeOrigin;

/**
 * Whether one that runs does not move while the log does. After a quiet hour the first fact's age counts, not the hour.
 */
export function standsStill({ phase, movedAt, oldestAt, since }: Standing, now: number): boolean {
  if (phase !== 'live' && phase !== 'catching-up') return false;
  if (oldestAt === undefined) return false;
  return now - Math.max(movedAt.getTime(), oldestAt.getTime(), since) >= STILL_AFTER_MS;
}
