import type { OperationFact } from './events.ts';
import type { RebuildOutcome } from './policy.ts';

/**
 * How far a rebuild is by the log, which does not tell when it begins.
 * - `requested`: it waits or works, and may be cancelled.
 * - `swapping`: its fresh tables take the live ones' place.
 */
export type RebuildPhase = 'requested' | 'swapping' | 'cancelled' | RebuildOutcome;

/** The rebuilds of one projection, by their runs' ids. */
export type Rebuilds = ReadonlyMap<string, RebuildPhase>;

export const isOpen = (phase: RebuildPhase | undefined): phase is 'requested' | 'swapping' =>
  phase === 'requested' || phase === 'swapping';

/** How the rebuilds stand once the fact is known; other facts of a projection leave them as they are. */
export function rebuildsAfter(rebuilds: Rebuilds, fact: OperationFact): Rebuilds {
  const phase = phaseAfter(fact);
  return phase ? new Map([...rebuilds, phase]) : rebuilds;
}

function phaseAfter({ type, data }: OperationFact): readonly [runId: string, RebuildPhase] | undefined {
  switch (type) {
    case 'RebuildRequested':
      return [data.runId, 'requested'];
    case 'RebuildCancelled':
      return [data.runId, 'cancelled'];
    case 'RebuildSwapBegun':
      return [data.runId, 'swapping'];
    case 'RebuildEnded':
      return [data.runId, data.outcome];
    case 'ProjectionPaused':
    case 'ProjectionResumed':
    case 'PartitionRetryRequested':
      return undefined;
  }
}
