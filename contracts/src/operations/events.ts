import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const projection = z.string();
/** `actionId` names what an operator did, so that a repeat is known. Who it was stands in the metadata. */
const action = { projection, actionId: z.uuid(), reason: z.string() };

/** Facts of `projection-{name}`: what operators asked of a read model. What came of it is the read side's own to tell. */
export const operationFacts = {
  ProjectionPaused: { version: 1, data: z.object(action) },
  ProjectionResumed: { version: 1, data: z.object(action) },
  RebuildRequested: {
    version: 1,
    data: z.object({ projection, runId: z.uuid(), acceptDifference: z.boolean(), reason: z.string() }),
  },
  RebuildCancelled: { version: 1, data: z.object({ ...action, runId: z.uuid() }) },
  /** The parked facts of this partition are tried again. */
  PartitionRetryRequested: { version: 1, data: z.object({ ...action, partition: z.string() }) },
} satisfies FactCatalogue;

export type OperationFact = FactsOf<typeof operationFacts>;
