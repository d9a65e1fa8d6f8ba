import type { AccountFact } from '@easel/contracts/account/events';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { Fact } from '@easel/contracts/kernel/event';
import { due, recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { describe, expect, test } from 'vitest';
import { bought, coverChanged, idOf, memberId as buyerId, sellerId } from '../account/testing/account-facts.ts';
import { accrueEarnings } from './accrue-sale.process.ts';
import { matureEarnings } from './mature.process.ts';
import { QueueMail } from '../mail/queue-mail.ts';
import { PAYOUT_MAIL, postPayouts } from './post-payouts.process.ts';
import { PostSales } from './post-sales.ts';
import { postSales } from './post-sales.process.ts';
import { settleEarnings } from './settle.process.ts';
import { turnEarnings } from './turn-earnings.process.ts';
import { turnSales } from './turn-sales.process.ts';

const factId = '44444444-4444-4444-8444-444444444444';
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const recorded = <F extends Fact>(fact: F) => recordedFact(fact, { id: factId, recordedAt });

describe('a purchase', () => {
  const purchase = bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 300 });

  test('accrues at once to its seller, under the id of the buyer’s event', () => {
    const scheduled = due(stepsBy(accrueEarnings, recorded<AccountFact>(purchase)));
    expect(scheduled).toMatchObject({ key: factId, dueAt: recordedAt });
    const { purchaseId, generationId, variantId, size } = purchase.data;
    expect(accrueEarnings.command(scheduled)).toMatchObject({
      sold: {
        sellerId,
        key: factId,
        buyerId,
        purchaseId,
        generationId,
        variantId,
        size,
        method: 'dollars',
        tenths: 0,
        earningTenths: 0,
        cents: 300,
        curator: false,
        at: recordedAt.toISOString(),
      },
      context: { key: `accrue ${factId}`, causationId: factId, correlationId: 'c' },
    });
  });

  test('accrues nothing for one’s own image, nor for any other event', () => {
    expect(stepsBy(accrueEarnings, recorded<AccountFact>(bought({ sellerId: buyerId })))).toEqual([]);
    const expired: AccountFact = {
      type: 'CreditsExpired',
      data: { memberId: buyerId, tenths: 5, month: '2026-11' },
    };
    expect(stepsBy(accrueEarnings, recorded(expired))).toEqual([]);
  });
});

const accrued = (accruedAt: string): EarningsFact => ({
  type: 'EarningsAccrued',
  data: {
    memberId: sellerId,
    key: factId,
    buyerId,
    purchaseId: factId,
    generationId: factId,
    variantId: factId,
    size: '2K',
    method: 'credits',
    tier: 'studio',
    curator: false,
    tenths: 15,
    cents: 0,
    accruedAt,
  },
});
const matured: EarningsFact = {
  type: 'EarningsMatured',
  data: { memberId: sellerId, day: '2026-11-22', tenths: 15, cents: 45, sales: 1 },
};

describe('an accrued sale', () => {
  test('matures at the first midnight after a day, as of that midnight', () => {
    const scheduled = due(stepsBy(matureEarnings, recorded(accrued('2026-11-20T10:00:00.000Z'))));
    const midnight = new Date('2026-11-22T00:00:00.000Z');
    expect(scheduled).toMatchObject({ key: `${sellerId} 2026-11-22`, dueAt: midnight });
    expect(matureEarnings.command(scheduled)).toMatchObject({
      stream: `earnings-${sellerId}`,
      command: { type: 'MatureEarnings', memberId: sellerId, at: midnight },
      context: { key: `mature ${sellerId} 2026-11-22`, causationId: factId, correlationId: 'c' },
    });
    // A postponed timer has the key of the next day.
    const later = new Date('2026-11-23T00:00:00.000Z');
    expect(matureEarnings.command({ ...scheduled, dueAt: later }).context.key).toBe(`mature ${sellerId} 2026-11-23`);
  });

  test('is not postponed by later sales', () => {
    const keyOf = (accruedAt: string): string => due(stepsBy(matureEarnings, recorded(accrued(accruedAt)))).key;
    expect(keyOf('2026-11-20T23:59:59.999Z')).toBe(keyOf('2026-11-20T10:00:00.000Z'));
    expect(keyOf('2026-11-21T10:00:00.000Z')).not.toBe(keyOf('2026-11-20T10:00:00.000Z'));
  });

  test('is settled in the account at once when it has matured', () => {
    expect(stepsBy(matureEarnings, recorded(matured))).toEqual([]);
    expect(stepsBy(settleEarnings, recorded(accrued('2026-11-20T10:00:00.000Z')))).toEqual([]);
    const scheduled = due(stepsBy(settleEarnings, recorded(matured)));
    expect(scheduled).toMatchObject({ dueAt: recordedAt });
    expect(settleEarnings.command(scheduled)).toMatchObject({
      stream: `account-${sellerId}`,
      command: {
        type: 'SettleEarnings',
        memberId: sellerId,
        day: '2026-11-22',
        tenths: 15,
        cents: 45,
        sales: 1,
      },
      context: { key: `settle-earnings ${sellerId} 2026-11-22`, causationId: factId },
    });
  });
});

describe('a payment of a sale that is reversed', () => {
  const { purchaseId } = bought().data;
  const reversed = (matured: boolean, type: 'EarningsReversed' | 'EarningsReinstated' = 'EarningsReversed') => ({
    type,
    data: { memberId: sellerId, key: factId, buyerId, purchaseId, turn: 1, tenths: 15, cents: 45, matured },
  });
  const unchanged = { ...reversed(true), data: { ...reversed(true).data, tenths: 0, cents: 0 } };

  test('changes the sale of its seller, once per turn', () => {
    expect(stepsBy(turnSales, recorded<AccountFact>(bought()))).toEqual([]);
    const scheduled = due(stepsBy(turnSales, recorded<AccountFact>(coverChanged(1))));
    expect(scheduled).toMatchObject({ key: `${purchaseId} 1`, dueAt: recordedAt });
    expect(turnSales.command(scheduled)).toMatchObject({
      stream: `earnings-${sellerId}`,
      command: { type: 'TurnSale', memberId: sellerId, purchaseId, turn: 1 },
      context: { key: `turn ${purchaseId} 1`, causationId: factId, correlationId: 'c' },
    });
  });

  test('is processed sooner than its return', () => {
    expect(due(stepsBy(turnSales, recorded<AccountFact>(coverChanged(2)))).dueAt.getTime()).toBeGreaterThan(
      due(stepsBy(turnSales, recorded<AccountFact>(coverChanged(1)))).dueAt.getTime() + 1_000,
    );
  });

  test('is deducted from the account if the sale had matured and was not reversed already', () => {
    expect(stepsBy(turnEarnings, recorded<EarningsFact>(unchanged))).toEqual([]);
    expect(stepsBy(turnEarnings, recorded<EarningsFact>(reversed(false)))).toEqual([]);
    const scheduled = due(stepsBy(turnEarnings, recorded<EarningsFact>(reversed(true))));
    expect(turnEarnings.command(scheduled)).toMatchObject({
      stream: `account-${sellerId}`,
      command: { type: 'TurnEarnings', memberId: sellerId, purchaseId, turn: 1, covered: false, tenths: 15, cents: 45 },
      context: { key: `turn-earnings ${purchaseId} 1`, causationId: factId },
    });
    const back = due(stepsBy(turnEarnings, recorded<EarningsFact>(reversed(true, 'EarningsReinstated'))));
    expect(turnEarnings.command(back)).toMatchObject({ command: { covered: true } });
  });
});

describe('mails to sellers', () => {
  test('report a day’s sales the next morning, once per day', () => {
    const [first, second] = ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'].map((at) =>
      due(stepsBy(postSales, recorded(accrued(at)))),
    );
    expect(first).toEqual(second);
    if (!first) throw new Error('nothing is scheduled');
    expect(first).toMatchObject({ key: `${sellerId} 2026-11-20`, dueAt: new Date('2026-11-21T08:00:00.000Z') });
    expect(postSales.command(first)).toEqual(new PostSales({ memberId: sellerId, day: '2026-11-20' }));
    expect(stepsBy(postSales, recorded(matured))).toEqual([]);
  });

  test('report the outcome of a payout, with the event that settled it', () => {
    const settled: AccountFact = {
      type: 'PayoutSettled',
      data: { memberId: sellerId, payoutId: idOf(6), tenths: 100, cents: 0, outcome: 'paid', reason: 'sent' },
    };
    const event = recorded<AccountFact>(settled);
    const scheduled = due(stepsBy(postPayouts, event));
    const { stream, revision } = event;
    expect(postPayouts.command(scheduled)).toEqual(
      new QueueMail(PAYOUT_MAIL, factId, { memberId: sellerId, stream, revision }),
    );
    expect(stepsBy(postPayouts, recorded<AccountFact>(bought()))).toEqual([]);
  });
});
