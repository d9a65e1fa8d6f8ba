import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { ForgetMember } from './forget-members.ts';

interface Erased {
  cause: string;
  correlationId: string;
}

/** Does what follows from a member's erasure, come what may. */
export const forgetMembers: ProcessDefinition<MemberFact, Erased, ForgetMember> = {
  name: 'erasure.forget-members',
  from: 'start',
  categories: [memberStream.category],

  on: {
    MemberErased: ({ id, data: { memberId }, recordedAt, metadata }) => [
      {
        schedule: {
          key: memberId,
          dueAt: recordedAt,
          payload: { cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
  },

  command: ({ key: memberId, payload: { cause, correlationId } }) =>
    new ForgetMember(memberId, {
      actor: { kind: 'system', id: 'erasure.forget-members' },
      correlationId,
      causationId: cause,
    }),
};
