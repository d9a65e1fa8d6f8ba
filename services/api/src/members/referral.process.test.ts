import type { Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { expect, test } from 'vitest';
import { rewardReferrals } from './referral.process.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const recorded = (fact: MemberFact, id = 'fact'): Recorded<MemberFact> => ({
  ...fact,
  id,
  stream: `member-${memberId}`,
  revision: 1,
  position: 1n,
  recordedAt,
  metadata: { $correlationId: 'c', actor: { kind: 'member', id: memberId }, schemaVersion: 1 },
});

test('an address that is verified is looked at once, by one name whenever it is verified again', () => {
  const verified: MemberFact = { type: 'EmailVerified', data: { memberId } };
  const [step] = rewardReferrals.on(recorded(verified));
  expect(step?.schedule).toEqual({
    key: memberId,
    dueAt: recordedAt,
    payload: { cause: 'fact', correlationId: 'c' },
  });
  const [again] = rewardReferrals.on(recorded(verified, 'later'));
  for (const schedule of [step?.schedule, again?.schedule]) {
    if (!schedule) throw new Error('nothing was scheduled');
    expect(rewardReferrals.command(schedule)).toMatchObject({
      invitedId: memberId,
      context: { key: `referral ${memberId}`, actor: { kind: 'system' }, correlationId: 'c' },
    });
  }
});

test('nothing else rewards anybody', () => {
  expect(rewardReferrals.on(recorded({ type: 'PasswordChanged', data: { memberId, by: 'reset' } }))).toEqual([]);
  expect(
    rewardReferrals.on(recorded({ type: 'ReferralRewarded', data: { memberId, invitedId: memberId, tenths: 250 } })),
  ).toEqual([]);
});
