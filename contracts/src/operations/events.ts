import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { rebuildOutcomes } from './policy.ts';

const projection = z.string();
/** `actionId` names what an operator did, so that a repeat is known. Who it was stands in the metadata. */
const action = { projection, actionId: z.uuid(), reason: z.string() };
const run = { projection, runId: z.uuid() };

/** Facts of `projection-{name}`: what operators asked of a read model, and what the read side made of a rebuild. */
export const operationFacts = {
  ProjectionPaused: { version: 1, data: z.object(action) },
  ProjectionResumed: { version: 1, data: z.object(action) },
  RebuildRequested: {
    version: 1,
    data: z.object({ ...run, acceptDifference: z.boolean(), reason: z.string() }),
  },
  RebuildCancelled: { version: 1, data: z.object({ ...action, runId: z.uuid() }) },
  /**
   * Of a rebuild there is this or its cancellation, never both: its fresh tables take the live ones' place from here
   * on.
   */
  RebuildSwapBegun: { version: 1, data: z.object(run) },
  /** Of one that nobody cancelled. */
  RebuildEnded: { version: 1, data: z.object({ ...run, outcome: z.enum(rebuildOutcomes) }) },
  /** The parked facts of this partition are tried again. */
  PartitionRetryRequested: { version: 1, data: z.object({ ...action, partition: z.string() }) },
} satisfies FactCatalogue;

export type OperationFact = FactsOf<typeof operationFacts>;
