import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

export const memberFacts = {
  MemberRegistered: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      email: z.string(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      marketingOptIn: z.boolean(),
      /** The code of the member who invited this one. */
      referralCode: z.string().nullable(),
    }),
    sealed: { subject: 'memberId', fields: ['email', 'username', 'firstName', 'lastName'] },
  },
} satisfies FactCatalogue;

export type MemberFact = FactsOf<typeof memberFacts>;
