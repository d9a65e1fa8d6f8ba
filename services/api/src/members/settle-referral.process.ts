import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { SettleReferral } from './settle-referral.ts';

interface Seen {
  cause: string;
  correlationId: string;
}

/**
 * Rewards the invited member when the address is verified, and the inviter when the invited member's first image is
 * completed, which is when its credits are captured (spec: rulings "Referral limits"). The later of the two events sees
 * both.
 */
export const rewardReferrals: ProcessDefinition<MemberFact | AccountFact, Seen, SettleReferral> = {
  name: 'members.reward-referral',
  from: 'start',
  categories: [memberStream.category, accountStream.category],

  on: { EmailVerified: looked, CreditsCaptured: looked },

  // One name for all of a member's: whatever is written under it is written once.
  command: ({ key: invitedId, dueAt, payload: { cause, correlationId } }) =>
    new SettleReferral(invitedId, dueAt, {
      key: `referral ${invitedId}`,
      actor: { kind: 'system', id: 'members.reward-referral' },
      correlationId,
      causationId: cause,
    }),
};

type Seeing = Extract<MemberFact | AccountFact, { type: 'EmailVerified' | 'CreditsCaptured' }>;

function looked({ id, data, recordedAt, metadata }: Recorded<Seeing>): Step<Seen>[] {
  const payload = { cause: id, correlationId: metadata.$correlationId };
  return [{ schedule: { key: data.memberId, dueAt: recordedAt, payload } }];
}
