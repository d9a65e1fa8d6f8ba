import { STILL_AFTER_MS } from '@easel/contracts/operations/policy';
import type { ProjectionPhase } from '../kernel/projection-state.ts';

interface Standing {
  phase: ProjectionPhase;
  /** When its checkpoint was last written. */
  movedAt: Date;
  /** Of the facts that it has yet to apply; undefined where there is none, or the log is away. */
  oldestAt: Date | undefined;
}

/**
 * Whether one that runs does not move while the log does. After a quiet hour the first fact's age counts, not the hour.
 */
export function standsStill({ phase, movedAt, oldestAt }: Standing, now: number): boolean {
  if (phase !== 'live' && phase !== 'catching-up') return false;
  return oldestAt !== undefined && now - Math.max(movedAt.getTime(), oldestAt.getTime()) >= STILL_AFTER_MS;
}
