import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

export const operatorRoles = ['admin', 'support', 'analyst', 'auditor'] as const;

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
