import { z } from 'zod';
import { operatorRoles } from '../kernel/console.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const operatorId = z.uuid();
const role = z.enum(operatorRoles);
/** Names what an operator did, so that a repeat is known. */
const action = { operatorId, actionId: z.uuid(), reason: z.string() };

/** Facts of the one stream `operators`. Who acted stands in the metadata. */
export const operatorFacts = {
  OperatorInvited: {
    version: 2,
    data: z.object({
      operatorId,
      email: z.string(),
      name: z.string(),
      role,
      reason: z.string(),
      /** Null for the first operator, whom the environment names and nobody has to invite. */
      invitationId: z.uuid().nullable(),
    }),
    // Until then only the environment invited.
    upcast: { 1: (old: object) => ({ ...old, invitationId: null }) },
    sealed: { subject: 'operatorId', fields: ['email', 'name'] },
  },
  /** The links that were sent before are dead. */
  InvitationRenewed: {
    version: 1,
    data: z.object({ operatorId, invitationId: z.uuid(), reason: z.string() }),
  },
  /** A password is set, and the link is used up. */
  InvitationAccepted: { version: 1, data: z.object({ operatorId, invitationId: z.uuid().nullable() }) },
  OperatorSignedIn: { version: 1, data: z.object({ operatorId, at: z.iso.datetime() }) },
  OperatorRoleChanged: { version: 1, data: z.object({ ...action, role, before: role }) },
  OperatorDisabled: { version: 1, data: z.object(action) },
  OperatorEnabled: { version: 1, data: z.object(action) },
} satisfies FactCatalogue;

export type OperatorFact = FactsOf<typeof operatorFacts>;
