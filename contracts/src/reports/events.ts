import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const runId = z.uuid();

/** Facts of `report-{runId}`. Who asked stands in the metadata. */
export const reportFacts = {
  ReportRequested: {
    version: 1,
    data: z.object({
      runId,
      report: z.string(),
      /** As they were given. */
      parameters: z.record(z.string(), z.string()),
      /** A position, or an instant; null: as far as the log went when it was made. */
      asOf: z.nullable(z.string()),
      /** The run that this one repeats. */
      againOf: z.nullable(z.uuid()),
      /** What has it made every month; absent where somebody asked. */
      scheduleId: z.optional(z.uuid()),
    }),
  },
  /** `position` and all else that its bytes follow from, and these: the same code comes to them again. */
  ReportMade: {
    version: 1,
    data: z.object({
      runId,
      position: z.string(),
      filter: z.array(z.string()),
      /** As its code understands them. */
      parameters: z.record(z.string(), z.json()),
      /** SHA-256 of all that its code is made of. */
      codeHash: z.string(),
      /** JSON of its table. */
      result: z.string(),
    }),
  },
  /** Its process has died, which is nobody's fault: it is made again from `retryAt` on. `attempt` counts from 1. */
  ReportInterrupted: {
    version: 1,
    data: z.object({
      runId,
      attempt: z.int().positive(),
      problem: z.string(),
      message: z.string(),
      retryAt: z.iso.datetime(),
    }),
  },
  /** The problem's code, what people read of it, and what the report's code says beside that. */
  ReportFailed: {
    version: 1,
    data: z.object({ runId, problem: z.string(), message: z.string(), detail: z.nullable(z.string()) }),
  },
  ReportCancelled: { version: 1, data: z.object({ runId }) },
} satisfies FactCatalogue;

export type ReportFact = FactsOf<typeof reportFacts>;
