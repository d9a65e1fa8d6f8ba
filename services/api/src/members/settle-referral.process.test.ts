import type { AccountFact } from '@easel/contracts/account/events';
import type { MemberFact } from '@easel/contracts/members/events';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { rewardReferrals } from './settle-referral.process.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const recorded = <F extends MemberFact | AccountFact>(fact: F, id = 'fact') =>
  recordedFact(fact, { id, stream: `member-${memberId}`, revision: 1, recordedAt });

const verified: MemberFact = { type: 'EmailVerified', data: { memberId } };
const sums = { tenths: 50, allowanceTenths: 50, permanentTenths: 0 };
const captured: AccountFact = { type: 'CreditsCaptured', data: { memberId, generationId: memberId, ...sums } };

test.each([
  ['an address that is verified', verified],
  ['an image that is completed', captured],
])('%s is looked at once, by one name whenever there is another', (_what, fact) => {
  const [step] = stepsBy(rewardReferrals, recorded(fact));
  expect(step?.schedule).toEqual({
    key: memberId,
    dueAt: recordedAt,
    payload: { cause: 'fact', correlationId: 'c' },
  });
  const [again] = stepsBy(rewardReferrals, recorded(fact, 'later'));
  for (const schedule of [step?.schedule, again?.schedule]) {
    if (!schedule) throw new Error('nothing was scheduled');
    expect(rewardReferrals.command(schedule)).toMatchObject({
      invitedId: memberId,
      at: recordedAt,
      context: { key: `referral ${memberId}`, actor: { kind: 'system' }, correlationId: 'c' },
    });
  }
});

test('nothing else rewards anybody', () => {
  expect(stepsBy(rewardReferrals, recorded({ type: 'PasswordChanged', data: { memberId, by: 'reset' } }))).toEqual([]);
  expect(
    stepsBy(
      rewardReferrals,
      recorded({ type: 'ReferralRewarded', data: { memberId, invitedId: memberId, tenths: 250, month: null } }),
    ),
  ).toEqual([]);
});
