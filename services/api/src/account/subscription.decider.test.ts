import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { subscriptionProblems } from '@easel/contracts/subscriptions/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { account, asOf, availableTenths, type AccountCommand } from './account.decider.ts';
import {
  allowance,
  bonus,
  december,
  expired,
  idOf,
  memberId,
  november,
  studio,
  subscribe,
  subscribed,
} from './testing/account-facts.ts';

const hold = (tenths: number, at: Date, images = 1): AccountCommand => ({
  type: 'HoldCredits',
  memberId,
  charges: [{ generationId: idOf(1), fingerprint: 'f', tenths, images }],
  at,
});
const downgrade = (tier: 'free' | 'starter' | 'studio' | 'agency', at = november, key = 'down'): AccountCommand => ({
  type: 'DowngradeSubscription',
  memberId,
  key,
  tier,
  at,
});

describe('an upgrade', () => {
  test('opens the month by the plan before it, and grants the difference', () => {
    given(account)
      .when(subscribe())
      .then(...studio);
  });

  test('grants a difference once, whatever happens between', () => {
    given(account, ...studio, subscribed({ key: 'd', tier: 'starter', reason: 'downgrade' }))
      .when(subscribe({ key: 'cs_2' }))
      .then(subscribed({ key: 'cs_2' }));
    given(account, ...studio)
      .when(subscribe({ key: 'cs_2', tier: 'agency' }))
      .then(subscribed({ key: 'cs_2', tier: 'agency' }), allowance(6000, '2026-11', 'allowance:2026-11:12000'));
  });

  test('is told once', () => {
    given(account, ...studio)
      .when(subscribe())
      .thenNothing();
  });

  test('that is renewed in the same month grants nothing', () => {
    const end = '2027-01-20T10:00:00.000Z';
    given(account, ...studio)
      .when(subscribe({ key: 'in_2', reason: 'renewal', endDate: new Date(end) }))
      .then(subscribed({ key: 'in_2', reason: 'renewal', endDate: end }));
  });
});

describe('what is told out of order', () => {
  const earlier = new Date('2026-11-20T09:00:00.000Z');

  test('changes nothing where something newer is known', () => {
    given(account, ...studio)
      .when(subscribe({ key: 'in_0', reason: 'renewal', tier: 'starter', effectiveAt: earlier }))
      .thenNothing();
  });

  test('is not passed over where it was paid for and is better', () => {
    const late = subscribe({ key: 'cs_0', source: 'sub_0', tier: 'agency', effectiveAt: earlier });
    expect(
      given(account, ...studio)
        .when(late)
        .facts()
        .map(({ type }) => type),
    ).toEqual(['SubscriptionChanged', 'CreditsGranted']);
    given(account, ...studio)
      .when({ ...late, tier: 'starter' })
      .thenNothing();
  });

  const reversal = subscribe({ key: 're', reason: 'reversal', tier: 'free', status: 'ended' });
  const reversed = subscribed({ key: 're', reason: 'reversal', tier: 'free', status: 'ended' });

  test('ends no other subscription than its own', () => {
    given(account, ...studio)
      .when(reversal)
      .then(reversed);
    given(account, ...studio)
      .when(subscribe({ key: 'c', reason: 'cancellation', source: 'sub_0' }))
      .thenNothing();
    const another = subscribed({ key: 're', reason: 'reversal', source: 'sub_0' });
    given(account, ...studio)
      .when({ ...reversal, source: 'sub_0' })
      .then(another);
    expect(given(account, ...studio, another).state().subscription).toEqual(
      given(account, ...studio).state().subscription,
    );
  });

  test('was taken back before it was paid: it is remembered, and the payment brings nothing', () => {
    const free = subscribed({ key: 're', reason: 'reversal', tier: 'free', period: null, endDate: null });
    given(account, allowance()).when(reversal).then(free);
    given(account, allowance(), free)
      .when(subscribe({ effectiveAt: earlier }))
      .thenNothing();
    expect(
      given(account, allowance(), free)
        .when(subscribe({ key: 'in_2', reason: 'renewal', effectiveAt: december, at: december }))
        .facts()
        .map(({ type }) => type),
    ).toContain('SubscriptionChanged');
  });
});

describe('a downgrade', () => {
  test('keeps the credits, and the end of what is paid for', () => {
    given(account, ...studio)
      .when(downgrade('starter'))
      .then(subscribed({ key: 'down', tier: 'starter', reason: 'downgrade' }));
    given(account, ...studio)
      .when(downgrade('free'))
      .then(subscribed({ key: 'down', tier: 'free', reason: 'downgrade', period: null, endDate: null, source: null }));
  });

  test('raises nothing', () => {
    given(account, ...studio)
      .when(downgrade('agency'))
      .thenRefuses(subscriptionProblems.paymentRequired);
    given(account, ...studio)
      .when(downgrade('studio'))
      .thenNothing();
    const over = new Date('2026-12-20T10:00:00.000Z');
    given(account, ...studio)
      .when(downgrade('starter', over))
      .thenRefuses(subscriptionProblems.paymentRequired);
  });

  test('comes once', () => {
    given(account, ...studio, subscribed({ key: 'down', tier: 'starter', reason: 'downgrade' }))
      .when(downgrade('free'))
      .thenNothing();
  });
});

describe('an end', () => {
  const end = new Date('2026-12-20T10:00:00.000Z');
  const before = new Date(end.getTime() - 1);
  const used: AccountFact[] = [bonus(10_000), expired(6000), allowance(6000, '2026-12')];

  test('makes it free from that instant on, by the time of the command', () => {
    given(account, ...studio, ...used)
      .when(hold(50, end, 51))
      .thenRefuses(accountProblems.monthlyLimit);
    expect(
      given(account, ...studio, ...used)
        .when(hold(50, before, 51))
        .facts(),
    ).toHaveLength(1);
    const state = given(account, ...studio, ...used).state();
    expect([asOf(state, before).tier, asOf(state, end).tier]).toEqual(['studio', 'free']);
  });

  test('leaves free’s allowance to the months that begin after it', () => {
    given(account, ...studio)
      .when({ type: 'OpenMonth', memberId, at: new Date('2027-01-01T00:00:00.000Z') })
      .then(expired(6000), allowance(500, '2027-01'));
  });
});

describe('the month of a plan', () => {
  test('is granted whole by the first command in it, however late that comes', () => {
    const late = new Date('2026-12-19T23:00:00.000Z');
    given(account, ...studio)
      .when({ type: 'OpenMonth', memberId, at: late })
      .then(expired(6000), allowance(6000, '2026-12'));
  });

  test('is the same whenever it is opened: what the plan was worth when the month began', () => {
    for (const at of [december, new Date('2026-12-25T00:00:00.000Z')]) {
      given(account, ...studio)
        .when({ type: 'OpenMonth', memberId, at })
        .then(expired(6000), allowance(6000, '2026-12'));
      expect(availableTenths(asOf(given(account, ...studio).state(), at))).toBe(6000);
    }
  });

  test('leaves out months in which nothing happened', () => {
    given(account, ...studio)
      .when({ type: 'OpenMonth', memberId, at: new Date('2027-03-05T00:00:00.000Z') })
      .then(expired(6000), allowance(500, '2027-03'));
  });
});
