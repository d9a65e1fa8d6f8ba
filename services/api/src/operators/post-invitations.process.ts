import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorFact } from '@easel/contracts/operators/events';
import { operatorsStream } from '@easel/contracts/operators/stream';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { PostInvitation } from './post-invitations.ts';

interface Invited {
  operatorId: string;
}

/** Mails invitations, also when the process that took one died right after. */
export const postInvitations: ProcessDefinition<OperatorFact, Invited, PostInvitation> = {
  name: 'operators.post-invitations',
  from: 'start',
  categories: [operatorsStream.category],

  on: { OperatorInvited: posted, InvitationRenewed: posted },

  command: ({ key: invitationId, payload: { operatorId } }) => new PostInvitation(operatorId, invitationId),
};

type Inviting = Extract<OperatorFact, { type: 'OperatorInvited' | 'InvitationRenewed' }>;

function posted({ data: { operatorId, invitationId }, recordedAt }: Recorded<Inviting>): Step<Invited>[] {
  return invitationId === null ? [] : [{ schedule: { key: invitationId, dueAt: recordedAt, payload: { operatorId } } }];
}
