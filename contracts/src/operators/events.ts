import { z } from 'zod';
import { operatorRoles } from '../kernel/console.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/** Facts of the one stream `operators`. */
export const operatorFacts = {
  OperatorInvited: {
    version: 1,
    data: z.object({
      operatorId: z.uuid(),
      email: z.string(),
      name: z.string(),
      role: z.enum(operatorRoles),
      reason: z.string(),
    }),
    sealed: { subject: 'operatorId', fields: ['email', 'name'] },
  },
  OperatorSignedIn: { version: 1, data: z.object({ operatorId: z.uuid(), at: z.iso.datetime() }) },
} satisfies FactCatalogue;

export type OperatorFact = FactsOf<typeof operatorFacts>;
