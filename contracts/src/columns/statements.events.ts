import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/**
 * Describes the event of a statement that an operator ran, in a stream of its own. A statement whose answer was saved
 * as a file leaves the events of an export instead, unless it was refused.
 */
export const statementFacts = {
  StatementRun: {
    version: 1,
    data: z.object({
      statementId: z.uuid(),
      operatorId: z.uuid(),
      /** The statement's text, which may have anything in it. */
      words: z.string(),
      /** As of which it was answered; null where it was refused. */
      position: z.nullable(z.string()),
      /** Rows that were read for the answer. */
      rows: z.int().nonnegative(),
      ms: z.int().nonnegative(),
      /** `answered`, or the problem's code. */
      outcome: z.string(),
    }),
    sealed: { subject: 'operatorId', fields: ['words'] },
  },
} satisfies FactCatalogue;

export type StatementFact = FactsOf<typeof statementFacts>;
