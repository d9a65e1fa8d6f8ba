import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { RewardReferral } from './members.commands.ts';

interface Step {
  cause: string;
  correlationId: string;
}

/**
 * Ruled: an invited member is rewarded when the address is verified, and whoever invited when the first image is
 * completed, which is when its credits are captured. Whichever of the two facts comes second sees both.
 */
export const rewardReferrals: ProcessDefinition<MemberFact | AccountFact, Step, RewardReferral> = {
  name: 'members.reward-referral',
  from: 'start',
  categories: [memberStream.category, accountStream.category],

  on: (fact) =>
    fact.type === 'EmailVerified' || fact.type === 'CreditsCaptured'
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

  // One name for all of a member's: whatever is written under it is written once.
  command: ({ key: invitedId, dueAt, payload: { cause, correlationId } }) =>
    new RewardReferral(invitedId, dueAt, {
      key: `referral ${invitedId}`,
      actor: { kind: 'system', id: 'members.reward-referral' },
      correlationId,
      causationId: cause,
    }),
};
