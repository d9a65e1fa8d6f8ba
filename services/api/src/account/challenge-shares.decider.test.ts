import { accountProblems } from '@easel/contracts/account/http';
import { earningProblems } from '@easel/contracts/earnings/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { account, type AccountCommand } from './account.decider.ts';
import type { GrantChallengeShare } from './challenge-shares.decider.ts';
import { dealingsOf } from './cover.decider.ts';
import { payableOf } from './payouts.decider.ts';
import {
  allowance,
  bought,
  challengeShare,
  coverChanged,
  idOf,
  imageTerms,
  memberId,
  november,
  prints,
  refunded,
  toppedUp,
} from './testing/account-facts.ts';

const grant = (shareCents: number, prizeCents: number, competitionId = idOf(8)): GrantChallengeShare => {
  const { cents: _cents, ...share } = challengeShare(shareCents, prizeCents, { competitionId }).data;
  return { type: 'GrantChallengeShare', ...share, at: november };
};
const daysLater = (days: number): Date => new Date(Date.UTC(2026, 10, 20 + days));
const payout = (cents: number, at: Date): AccountCommand => ({
  type: 'RequestPayout',
  memberId,
  payoutId: idOf(6),
  tenths: 0,
  cents,
  restDays: 14,
  roomCents: 1_000_000,
  iban: 'DE89370400440532013000',
  accountHolder: 'Ada Byron',
  at,
});

test('grants share and prize together', () => {
  given(account).when(grant(1_000, 4_250)).then(challengeShare(1_000, 4_250));
});

test('grants what a challenge brought once, and that of each challenge', () => {
  given(account, challengeShare(100, 0)).when(grant(900, 900)).thenNothing();
  given(account, challengeShare(100, 0))
    .when(grant(900, 0, idOf(7)))
    .then(challengeShare(900, 0, { competitionId: idOf(7) }));
});

test('grants nothing where a challenge brought nothing', () => {
  given(account).when(grant(0, 0)).thenNothing();
});

test('brings dollars that can be spent at once', () => {
  const history = given(account, allowance(), challengeShare(60, 40));
  expect(history.state()).toMatchObject({ cents: 100, earnedCents: 100, permanentTenths: 0 });
  const purchase = imageTerms({ method: 'dollars', cents: 100, tenths: 0 });
  expect(history.when({ type: 'PurchaseImage', memberId, ...purchase, at: november }).facts()).toMatchObject([
    { type: 'ImagePurchased', data: { method: 'dollars', cents: 100 } },
  ]);
});

test('pays it out once it has rested for 14 days', () => {
  const history = given(account, challengeShare(60, 40));
  history.when(payout(100, daysLater(13))).thenRefuses(earningProblems.notRested);
  expect(payableOf(history.state(), 14, daysLater(13))).toEqual({ tenths: 0, cents: 0 });
  expect(payableOf(history.state(), 14, daysLater(14))).toEqual({ tenths: 0, cents: 100 });
  expect(history.when(payout(100, daysLater(14))).facts()).toMatchObject([
    { type: 'PayoutRequested', data: { cents: 100, payoutCents: 100 } },
  ]);
});

const owing = [
  toppedUp(1_000),
  bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 600 }),
  refunded(1_000, 1_000),
  coverChanged(1),
];

test('pays a debt first: what pays it can be spent, and not be paid out', () => {
  expect(given(account, ...owing, challengeShare(900, 0)).state()).toMatchObject({ cents: 300, earnedCents: 300 });
  given(account, ...owing, challengeShare(500, 0))
    .when(payout(100, daysLater(14)))
    .thenRefuses(accountProblems.owing);
});

test('covers again the purchases that it pays for', () => {
  given(account, ...owing)
    .when(grant(600, 0))
    .then(challengeShare(600, 0), coverChanged(2));
  given(account, ...owing)
    .when(grant(599, 0))
    .then(challengeShare(599, 0));
});

test('is held for the group of its member beside what they paid, whatever comes back of their payments', () => {
  expect(dealingsOf(given(account, challengeShare(600, 40)).state()).heldCents).toBe(640);
  expect(dealingsOf(given(account, toppedUp(1_000), prints(500), challengeShare(600, 0)).state()).heldCents).toBe(
    1_600,
  );
  expect(
    dealingsOf(given(account, toppedUp(1_000), challengeShare(600, 0), refunded(1_000, 1_000)).state()).heldCents,
  ).toBe(600);
});
