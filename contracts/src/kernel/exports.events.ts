import { z } from 'zod';
import type { FactCatalogue, FactsOf } from './event.ts';

const ids = { exportId: z.uuid(), operatorId: z.uuid() };

/**
 * Facts of a stream an export. The first stands before anything of the file is sent; where the second is missing, the
 * process ended in between, or nobody took as much as the file's beginning.
 */
export const exportFacts = {
  ExportBegun: {
    version: 1,
    data: z.object({
      ...ids,
      /** The list that it is of, as its feature is called. */
      what: z.string(),
      format: z.string(),
      /** As it was asked for, but for the words. */
      filter: z.record(z.string(), z.unknown()),
      /** What was searched for, which may be anything; empty where nothing was. */
      words: z.string(),
    }),
    sealed: { subject: 'operatorId', fields: ['words'] },
  },
  /**
   * `rows`: that were read for the file; of one that broke off, no more than these were taken. `ms`: how long that
   * took; absent in older ones.
   */
  ExportEnded: {
    version: 1,
    data: z.object({
      ...ids,
      rows: z.int().nonnegative(),
      ms: z.optional(z.int().nonnegative()),
      outcome: z.enum(['complete', 'broken-off']),
    }),
  },
} satisfies FactCatalogue;

export type ExportFact = FactsOf<typeof exportFacts>;
