import type { OperatorFact } from '@easel/contracts/operators/events';
import { operatorsStream } from '@easel/contracts/operators/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostInvitation } from './operators.commands.ts';

interface Invited {
  operatorId: string;
}

/** Mails invitations, also when the process that took one died right after. */
export const postInvitations: ProcessDefinition<OperatorFact, Invited, PostInvitation> = {
  name: 'operators.post-invitations',
  from: 'start',
  categories: [operatorsStream.category],

  on(fact) {
    if (fact.type !== 'OperatorInvited' && fact.type !== 'InvitationRenewed') return [];
    const { operatorId, invitationId } = fact.data;
    if (invitationId === null) return [];
    return [{ schedule: { key: invitationId, dueAt: fact.recordedAt, payload: { operatorId } } }];
  },

  command: ({ key: invitationId, payload: { operatorId } }) => new PostInvitation(operatorId, invitationId),
};
