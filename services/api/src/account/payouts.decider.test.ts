import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { earningProblems } from '@easel/contracts/earnings/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { account, type AccountCommand } from './account.decider.ts';
import {
  allowance,
  bankAccount,
  bonus,
  bought,
  earned,
  expired,
  idOf,
  memberId,
  november,
  refunded,
  toppedUp,
} from './testing/account-facts.ts';

const payout = (tenths: number, cents = 0): AccountCommand => ({
  type: 'RequestPayout',
  memberId,
  payoutId: idOf(6),
  tenths,
  cents,
  restDays: 0,
  roomCents: 1_000_000,
  ...bankAccount,
  at: november,
});
const requested = (tenths: number, cents: number, payoutCents: number): AccountFact => ({
  type: 'PayoutRequested',
  data: { memberId, payoutId: idOf(6), tenths, cents, payoutCents, ...bankAccount },
});
const ended = (outcome: 'paid' | 'returned'): AccountFact => ({
  type: 'PayoutSettled',
  data: { memberId, payoutId: idOf(6), tenths: 100, cents: 50, outcome, reason: null },
});
const end = (outcome: 'paid' | 'returned'): AccountCommand => ({
  type: 'SettlePayout',
  memberId,
  payoutId: idOf(6),
  outcome,
  reason: null,
  roomCents: 0,
  key: 'call',
  operatorId: 'op',
  isOnlyAdmin: true,
  at: november,
});

describe('earnings', () => {
  const settle: AccountCommand = {
    type: 'SettleEarnings',
    memberId,
    day: '2026-11-20',
    tenths: 15,
    cents: 45,
    sales: 1,
    at: november,
  };

  test('are settled once a UTC day', () => {
    given(account).when(settle).then(earned(15, 45));
    given(account, earned(15, 45))
      .when({ ...settle, tenths: 99 })
      .thenNothing();
  });

  test('are permanent credits and dollars', () => {
    expect(given(account, earned(15, 45)).state()).toMatchObject({ permanentTenths: 15, cents: 45 });
    expect(given(account, allowance(), earned(15, 45), expired(500)).state()).toMatchObject({ permanentTenths: 15 });
  });
});

describe('a payout', () => {
  test('is of ten credits at least', () => {
    given(account, earned(100))
      .when(payout(100))
      .then(requested(100, 0, 50));
    given(account, earned(100)).when(payout(99)).thenRefuses(earningProblems.payoutTooSmall);
  });

  test('takes dollars that were earned with them', () => {
    given(account, earned(50, 25))
      .when(payout(50, 25))
      .then(requested(50, 25, 50));
    given(account, earned(0, 50))
      .when(payout(0, 50))
      .then(requested(0, 50, 50));
  });

  test('is of earnings alone: neither bonus nor paid-in dollars', () => {
    given(account, bonus(1000), earned(99)).when(payout(100)).thenRefuses(earningProblems.notEarned);
    given(account, toppedUp(1000), earned(0, 149)).when(payout(0, 150)).thenRefuses(earningProblems.notEarned);
  });

  test('is of what sales still bring: what they bring no more is not paid out of what was paid in', () => {
    const sale = { memberId, purchaseId: idOf(5), tenths: 0, cents: 500 };
    const revoked: AccountFact = { type: 'EarningsRevoked', data: { ...sale, turn: 1 } };
    const returned: AccountFact = { type: 'EarningsReturned', data: { ...sale, turn: 2 } };
    const history = [earned(0, 600), toppedUp(1000), revoked];
    given(account, ...history)
      .when(payout(0, 101))
      .thenRefuses(earningProblems.notEarned);
    given(account, ...history)
      .when(payout(0, 100))
      .then(requested(0, 100, 100));
    given(account, ...history, returned)
      .when(payout(0, 600))
      .then(requested(0, 600, 600));
  });

  test('finds what was earned spent last', () => {
    const spent = (permanentTenths: number) => bought({ tenths: permanentTenths, allowanceTenths: 0, permanentTenths });
    given(account, bonus(50), earned(100), spent(50))
      .when(payout(100))
      .then(requested(100, 0, 50));
    given(account, bonus(50), earned(100), spent(51)).when(payout(100)).thenRefuses(earningProblems.notEarned);
    given(account, earned(100), spent(100), bonus(100)).when(payout(100)).thenRefuses(earningProblems.notEarned);
  });

  test('finds it again where what was held came back, and no more', () => {
    const hold = (permanentTenths: number): AccountFact[] => {
      const sums = { tenths: permanentTenths, allowanceTenths: 0, permanentTenths };
      const ids = { memberId, generationId: idOf(1) };
      return [
        { type: 'CreditsHeld', data: { ...ids, fingerprint: 'f', ...sums, images: 1, month: '2026-11' } },
        { type: 'CreditsReleased', data: { ...ids, ...sums, reason: 'failed' } },
      ];
    };
    given(account, bonus(50), earned(100), ...hold(120))
      .when(payout(100))
      .then(requested(100, 0, 50));
    given(account, bonus(50), earned(100), ...hold(120))
      .when(payout(101))
      .thenRefuses(earningProblems.notEarned);
  });

  test('is refused while something is owed', () => {
    const owing = [toppedUp(1000), bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 600 })];
    given(account, earned(100), ...owing, refunded(1000, 1000))
      .when(payout(100))
      .thenRefuses(accountProblems.owing);
  });

  test('is asked for once', () => {
    given(account, earned(300), requested(100, 0, 50))
      .when(payout(100))
      .thenNothing();
  });

  test('that could not be paid comes back as it was, once', () => {
    const open = [earned(100, 50), requested(100, 50, 100)];
    given(account, ...open)
      .when(end('returned'))
      .then(ended('returned'));
    expect(given(account, ...open, ended('returned')).state()).toMatchObject({ earnedTenths: 100, earnedCents: 50 });
    given(account, ...open, ended('returned'))
      .when(end('returned'))
      .thenNothing();
    given(account, ...open, ended('paid'))
      .when(end('returned'))
      .thenRefuses(earningProblems.payoutSettled);
    expect(given(account, ...open, ended('paid')).state()).toMatchObject({ permanentTenths: 0, cents: 0 });
  });
});

test('a payout that nobody asked for has no end', () => {
  given(account, earned(100)).when(end('paid')).thenRefuses(earningProblems.payoutUnknown);
});

describe('a payout above $1,000', () => {
  const large: AccountFact[] = [earned(0, 100_001), requested(0, 100_001, 100_001)];
  const confirm = (operatorId: string, key: string, isOnlyAdmin = false, hoursLater = 0): AccountCommand => ({
    type: 'SettlePayout',
    memberId,
    payoutId: idOf(6),
    outcome: 'paid',
    reason: 'sent',
    roomCents: 0,
    key,
    operatorId,
    isOnlyAdmin,
    at: new Date(november.getTime() + hoursLater * 3_600_000),
  });
  const confirmed = (operatorId: string, key: string): AccountFact => ({
    type: 'PayoutConfirmed',
    data: { memberId, payoutId: idOf(6), key, operatorId, reason: 'sent', confirmedAt: november.toISOString() },
  });
  const paid: Extract<AccountFact, { type: 'PayoutSettled' }> = {
    type: 'PayoutSettled',
    data: { memberId, payoutId: idOf(6), tenths: 0, cents: 100_001, outcome: 'paid', reason: 'sent' },
  };

  test('is confirmed by one admin and paid by another', () => {
    given(account, ...large)
      .when(confirm('ada', 'one'))
      .then(confirmed('ada', 'one'));
    given(account, ...large, confirmed('ada', 'one'))
      .when(confirm('bob', 'two'))
      .then(paid);
  });

  test('is not paid by the admin who confirmed it while there is another; a repeat of the call changes nothing', () => {
    const once = [...large, confirmed('ada', 'one')];
    given(account, ...once)
      .when(confirm('ada', 'one'))
      .thenNothing();
    given(account, ...once)
      .when(confirm('ada', 'two', false, 48))
      .thenRefuses(earningProblems.needsAnotherAdmin);
  });

  test('is paid by the only admin again after 24 hours', () => {
    const once = [...large, confirmed('ada', 'one')];
    given(account, ...once)
      .when(confirm('ada', 'two', true, 23.9))
      .thenRefuses(earningProblems.needsADay);
    given(account, ...once)
      .when(confirm('ada', 'two', true, 24))
      .then(paid);
  });

  test('is returned by one admin, and of $1,000 it is paid by one', () => {
    given(account, ...large)
      .when({ ...end('returned'), reason: 'sent' } as AccountCommand)
      .then({ ...paid, data: { ...paid.data, outcome: 'returned' } });
    given(account, earned(0, 100_000), requested(0, 100_000, 100_000))
      .when(confirm('ada', 'one'))
      .then({ ...paid, data: { ...paid.data, cents: 100_000 } });
  });
});
