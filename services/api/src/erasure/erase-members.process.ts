import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { SettleErasure } from './erase-members.ts';

interface Asked {
  cause: string;
  correlationId: string;
}

/** Erases members when it is due, unless they have thought better of it. */
export const eraseMembers: ProcessDefinition<MemberFact, Asked, SettleErasure> = {
  name: 'erasure.erase-members',
  from: 'start',
  categories: [memberStream.category],

  on: {
    ErasureRequested: ({ id, data: { memberId, erasesAt }, metadata }) => [
      {
        schedule: {
          key: memberId,
          dueAt: new Date(erasesAt),
          payload: { cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
    ErasureWithdrawn: ({ data }) => [{ cancel: data.memberId }],
    MemberErased: ({ data }) => [{ cancel: data.memberId }],
  },

  command: ({ key: memberId, payload: { cause, correlationId } }) =>
    new SettleErasure(memberId, {
      key: `erase ${memberId} ${cause}`,
      actor: { kind: 'system', id: 'erasure.erase-members' },
      correlationId,
      causationId: cause,
    }),
};
