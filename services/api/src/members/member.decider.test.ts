import type { MemberFact } from '@easel/contracts/members/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { member } from './member.decider.ts';

const data = {
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
  email: 'ada@example.org',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Byron',
  marketingOptIn: true,
  referralCode: null,
};
const registered: MemberFact = { type: 'MemberRegistered', data };

test('a registration is recorded', () => {
  given(member)
    .when({ type: 'RegisterMember', ...data })
    .then(registered);
});

test('a repeated registration adds nothing', () => {
  given(member, registered)
    .when({ type: 'RegisterMember', ...data })
    .thenNothing();
});

test('the fold knows who the member is', () => {
  expect(given(member, registered).state()).toMatchObject({ registered: true, firstName: 'Ada', username: 'ada' });
});
