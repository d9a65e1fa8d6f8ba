import type { MemberFact } from '@easel/contracts/members/events';
import type { ProcessDefinition } from '@easel/kernel/process';
import { RewardReferral } from './members.commands.ts';

interface Verification {
  cause: string;
  correlationId: string;
}

/** Ruled: an invitation is rewarded when the invited member has verified the address, not before. */
export const rewardReferrals: ProcessDefinition<MemberFact, Verification, RewardReferral> = {
  name: 'members.reward-referral',
  from: 'start',
  categories: ['member'],

  on: (fact) =>
    fact.type === 'EmailVerified'
      ? [
          {
            schedule: {
              key: fact.data.memberId,
              dueAt: fact.recordedAt,
              payload: { cause: fact.id, correlationId: fact.metadata.$correlationId },
            },
          },
        ]
      : [],

  // One name for all verifications of a member: whatever is written under it is written once.
  command: ({ key: invitedId, payload: { cause, correlationId } }) =>
    new RewardReferral(invitedId, {
      key: `referral ${invitedId}`,
      actor: { kind: 'system', id: 'members.reward-referral' },
      correlationId,
      causationId: cause,
    }),
};
