import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import type { Problem } from '@easel/contracts/kernel/problem';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { account, type AccountCommand } from './account.decider.ts';
import { sizeRefusal } from './cover.decider.ts';
import { payableOf, waitingOf } from './payouts.decider.ts';
import {
  allowance,
  bankAccount,
  bought,
  coverChanged,
  disputed,
  earned,
  idOf,
  imageTerms,
  memberId,
  november,
  refunded,
  toppedUp,
} from './testing/account-facts.ts';
import type { DisputeWallet, RefundWallet } from './wallet.decider.ts';

const refund = (cents: number, paymentId = 'pi_1'): RefundWallet => ({
  type: 'RefundWallet',
  memberId,
  refundId: 're_1',
  paymentId,
  cents,
  failed: false,
  reason: 'requested',
  at: november,
});
const dispute = (outcome: DisputeWallet['outcome'], paymentId = 'pi_1', cents = 1000): DisputeWallet => ({
  type: 'DisputeWallet',
  memberId,
  disputeId: 'dp_1',
  paymentId,
  cents,
  outcome,
  reason: 'fraudulent',
  at: november,
});
/** From the wallet; the n-th purchase of the n-th image. */
const fromWallet = (n: number, cents: number): AccountFact =>
  bought({ method: 'dollars', purchaseId: idOf(n), variantId: idOf(n), tenths: 0, allowanceTenths: 0, cents });
const keptBack = (...facts: AccountFact[]): Problem | undefined =>
  sizeRefusal(given(account, ...facts).state(), idOf(4), '1K');

describe('a top-up that was taken back', () => {
  const wallet = [toppedUp(1000), fromWallet(1, 300), fromWallet(2, 200), fromWallet(3, 400)];

  test('leaves the newest purchases uncovered, as far as the wallet lacks', () => {
    given(account, ...wallet)
      .when(refund(100))
      .then(refunded(100, 100));
    given(account, ...wallet)
      .when(refund(101))
      .then(refunded(101, 101), coverChanged(1, idOf(3)));
    given(account, ...wallet)
      .when(refund(501))
      .then(refunded(501, 501), ...[2, 3].map((n) => coverChanged(1, idOf(n))));
  });

  test('covers them again when the dispute is won, or the debt is paid', () => {
    const gone = [disputed(1000), ...[1, 2, 3].map((n) => coverChanged(1, idOf(n)))];
    given(account, ...wallet, ...gone)
      .when(dispute('released'))
      .then(disputed(1000, 'released'), ...[1, 2, 3].map((n) => coverChanged(2, idOf(n))));
    given(account, ...wallet, ...gone)
      .when({ type: 'TopUpWallet', memberId, paymentId: 'pi_2', sessionId: 'cs_1', cents: 600, at: november })
      .then(toppedUp(600, 'pi_2'), ...[1, 2].map((n) => coverChanged(2, idOf(n))));
  });
});

describe('while something is owed', () => {
  const owing = [toppedUp(1000), fromWallet(4, 600), refunded(1000, 1000), coverChanged(1, idOf(4))];
  const refuses = (command: AccountCommand): void =>
    given(account, ...owing, allowance())
      .when(command)
      .thenRefuses(accountProblems.owing);

  test('nothing is generated, bought in credits or in dollars, or taken home', () => {
    const charges = [{ generationId: idOf(1), fingerprint: 'f', tenths: 50, images: 1 }];
    refuses({ type: 'HoldCredits', memberId, charges, at: november });
    refuses({ type: 'PurchaseImage', memberId, ...imageTerms({ variantId: idOf(8) }), at: november });
    refuses({
      type: 'PurchaseImage',
      memberId,
      ...imageTerms({ variantId: idOf(8), method: 'dollars' }),
      at: november,
    });
    const { generationId, size, original, ...terms } = imageTerms();
    const request = { key: 'q', requestKey: 'r', generationId, size, original, format: 'png', terms: null } as const;
    refuses({
      type: 'GrantDownload',
      memberId,
      ...request,
      variantId: terms.variantId,
      ownerId: idOf(9),
      at: november,
    });
  });

  test('says how much, and that is all that keeps bought files back', () => {
    expect(keptBack(...owing)?.message).toContain('You owe $6.00');
    expect(keptBack(...owing, toppedUp(600, 'pi_2'))).toBeUndefined();
    expect(given(account, ...owing).state().bought).toEqual({ [idOf(4)]: { '1K': idOf(4) } });
  });

  test('one’s own images can be taken home', () => {
    const { generationId, variantId, size, original } = imageTerms();
    const request = { key: 'q', requestKey: 'r', generationId, variantId, size, original, format: 'png' } as const;
    const own = { type: 'GrantDownload', memberId, ...request, ownerId: memberId, terms: null, at: november } as const;
    expect(
      given(account, ...owing, allowance())
        .when(own)
        .facts(),
    ).toMatchObject([{ type: 'DownloadGranted' }]);
  });
});

describe('what a sale had brought', () => {
  const turn = (n: number, tenths: number, cents: number): AccountCommand => ({
    type: 'TurnEarnings',
    memberId,
    purchaseId: idOf(5),
    turn: n,
    covered: n % 2 === 0,
    tenths,
    cents,
    at: november,
  });
  const sums = (
    type: 'EarningsRevoked' | 'BadDebtBooked' | 'EarningsReturned',
    n: number,
    tenths: number,
    cents: number,
  ) => ({ type, data: { memberId, purchaseId: idOf(5), turn: n, tenths, cents } }) as const;
  const paid = (tenths: number, cents: number): AccountFact => ({
    type: 'PayoutRequested',
    data: { memberId, payoutId: idOf(6), tenths, cents, payoutCents: cents + tenths / 2, ...bankAccount },
  });

  test('is revoked, spent or not', () => {
    given(account, earned(100, 50))
      .when(turn(1, 30, 50))
      .then(sums('EarningsRevoked', 1, 30, 50));
    const spent = bought({ tenths: 100, allowanceTenths: 0, permanentTenths: 100 });
    given(account, earned(100), spent)
      .when(turn(1, 30, 0))
      .then(sums('EarningsRevoked', 1, 30, 0));
    expect(given(account, earned(100), spent, sums('EarningsRevoked', 1, 30, 0)).state().permanentTenths).toBe(-30);
  });

  test('is bad debt as far as it was paid out, and once', () => {
    const history = [earned(100, 50), paid(100, 40)];
    given(account, ...history)
      .when(turn(1, 30, 50))
      .then(sums('EarningsRevoked', 1, 0, 10), sums('BadDebtBooked', 1, 30, 40));
    const booked = [...history, sums('EarningsRevoked', 1, 0, 10), sums('BadDebtBooked', 1, 30, 40)];
    given(account, ...booked)
      .when(turn(1, 30, 50))
      .thenNothing();
    expect(given(account, ...booked).state()).toMatchObject({
      permanentTenths: -30,
      cents: -40,
      badDebt: { tenths: 30, cents: 40 },
    });
    given(account, ...booked)
      .when({
        type: 'SettlePayout',
        memberId,
        payoutId: idOf(6),
        outcome: 'paid',
        reason: null,
        roomCents: 0,
        key: 'call',
        operatorId: 'op',
        isOnlyAdmin: true,
        at: november,
      })
      .thenRefuses(accountProblems.owing);
  });

  test('comes back with the money, and makes bad debt good', () => {
    const history = [earned(100), paid(100, 0), sums('BadDebtBooked', 1, 30, 0)];
    given(account, ...history)
      .when(turn(2, 30, 0))
      .then(sums('EarningsReturned', 2, 30, 0));
    expect(given(account, ...history, sums('EarningsReturned', 2, 30, 0)).state()).toMatchObject({
      permanentTenths: 0,
      badDebt: { tenths: 0, cents: 0 },
    });
  });

  test('and comes back covers nothing that its member got refunded', () => {
    const history = [
      earned(0, 145),
      paid(0, 145),
      toppedUp(1000),
      fromWallet(7, 1000),
      sums('BadDebtBooked', 1, 0, 145),
    ];
    given(account, ...history)
      .when(refund(100))
      .then(refunded(100, 100), coverChanged(1, idOf(7)));
    const refundedToo = [...history, refunded(100, 100), coverChanged(1, idOf(7))];
    given(account, ...refundedToo)
      .when(turn(2, 0, 145))
      .then(sums('EarningsReturned', 2, 0, 145));
    expect(given(account, ...refundedToo, sums('EarningsReturned', 2, 0, 145)).state()).toMatchObject({
      cents: -100,
      badDebt: { tenths: 0, cents: 0 },
    });
  });

  test('and was spent on an image takes that sale’s money along; what was paid out does not', () => {
    const spent = fromWallet(7, 50);
    given(account, earned(0, 50), spent)
      .when(turn(1, 0, 50))
      .then(sums('EarningsRevoked', 1, 0, 50), coverChanged(1, idOf(7)));
    given(account, earned(0, 50), paid(0, 50), toppedUp(60), fromWallet(7, 60))
      .when(turn(1, 0, 50))
      .then(sums('BadDebtBooked', 1, 0, 50));
  });
});

describe('what rests in the account', () => {
  const waiting = (...facts: AccountFact[]) => {
    const state = given(account, ...facts).state();
    return [waitingOf(state, 14, november), payableOf(state, 14, november)];
  };

  test('becomes payable on a day each, the earliest first', () => {
    expect(waiting(earned(100, 0, '2026-11-06'), earned(50, 20, '2026-11-07'), earned(5, 0, '2026-11-19'))).toEqual([
      [
        { tenths: 50, cents: 20, payableOn: '2026-11-21' },
        { tenths: 5, cents: 0, payableOn: '2026-12-03' },
      ],
      { tenths: 100, cents: 0 },
    ]);
  });

  test('is spent after what has rested, and the earliest of it first', () => {
    const spent = bought({ tenths: 120, allowanceTenths: 0, permanentTenths: 120 });
    expect(
      waiting(earned(100, 0, '2026-11-06'), earned(50, 0, '2026-11-07'), earned(5, 0, '2026-11-19'), spent),
    ).toEqual([
      [
        { tenths: 30, cents: 0, payableOn: '2026-11-21' },
        { tenths: 5, cents: 0, payableOn: '2026-12-03' },
      ],
      { tenths: 0, cents: 0 },
    ]);
  });
});

describe('a payout', () => {
  const ask = (restDays: number): AccountCommand => ({
    type: 'RequestPayout',
    memberId,
    payoutId: idOf(6),
    tenths: 100,
    cents: 0,
    restDays,
    roomCents: 1_000_000,
    ...bankAccount,
    at: november,
  });

  test('is of what has rested; it can be spent before', () => {
    const rested = [earned(100, 0, '2026-11-06'), earned(50, 0, '2026-11-07')];
    expect(
      given(account, ...rested)
        .when(ask(14))
        .facts(),
    ).toMatchObject([{ type: 'PayoutRequested', data: { payoutCents: 50 } }]);
    const spent = bought({ tenths: 1, allowanceTenths: 0, permanentTenths: 1 });
    const late = given(account, ...rested, spent).when(ask(14));
    expect(() => late.facts()).toThrow(expect.objectContaining({ extra: { credits: 9.9, dollars: 0 } }) as Error);
  });
});
