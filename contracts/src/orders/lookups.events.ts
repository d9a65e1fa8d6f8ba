import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { lookupKinds } from './policy.ts';

/**
 * Describes the event of an operator who looks a customer up, in a stream of its own. What was typed is personal and
 * not kept: who was found says it.
 */
export const lookupFacts = {
  OrdersLookedUp: {
    version: 1,
    data: z.object({
      lookupId: z.uuid(),
      operatorId: z.uuid(),
      by: z.enum(lookupKinds),
      /** Whose orders were found. */
      memberIds: z.array(z.uuid()),
    }),
  },
} satisfies FactCatalogue;

export type LookupFact = FactsOf<typeof lookupFacts>;
