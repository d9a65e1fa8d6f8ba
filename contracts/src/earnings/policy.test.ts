import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subscribedTiers } from '../account/policy.ts';
import {
  earnedBy,
  EARNINGS_MATURE_MS,
  earnRateTenths,
  isMature,
  isPayable,
  paymentFeeCents,
  payoutCents,
  settlesAt,
  type Sale,
} from './policy.ts';

const dollars: Sale = { method: 'dollars', tenths: 0, earningTenths: 0, cents: 300, feeCents: 0 };
const credits: Sale = { method: 'credits', tenths: 200, earningTenths: 200, cents: 0, feeCents: 0 };

test('every tier has its ruled rate', () => {
  expect(subscribedTiers.map((tier) => earnRateTenths(tier) / 10)).toEqual([0.5, 0.5, 0.8, 1, 1, 1.5, 1.5, 2, 2, 3, 0]);
});

describe('a sale', () => {
  test('for dollars, or a paid plan’s credits, brings the rate', () => {
    expect(earnedBy(dollars, { tier: 'studio', curator: false })).toEqual({ tenths: 15, cents: 0 });
    expect(earnedBy({ ...dollars, method: 'card' }, { tier: 'studio', curator: false })).toEqual({
      tenths: 15,
      cents: 0,
    });
    expect(earnedBy(credits, { tier: 'studio', curator: false })).toEqual({ tenths: 15, cents: 0 });
  });

  test('for credits that nobody paid for brings nothing', () => {
    expect(earnedBy({ ...credits, earningTenths: 0 }, { tier: 'enterprise', curator: false })).toEqual({
      tenths: 0,
      cents: 0,
    });
  });

  test('for both brings its part', () => {
    expect(earnedBy({ ...credits, earningTenths: 100 }, { tier: 'studio', curator: false }).tenths).toBe(7);
  });

  test('brings Enterprise 15 percent of the dollars beside the credits', () => {
    expect(earnedBy(dollars, { tier: 'enterprise', curator: false })).toEqual({ tenths: 30, cents: 45 });
  });

  test('brings a curator half of what the payment left', () => {
    expect(earnedBy({ ...dollars, feeCents: 39 }, { tier: 'curator_partner', curator: true })).toEqual({
      tenths: 0,
      cents: 130,
    });
    expect(earnedBy({ ...dollars, cents: 10, feeCents: 39 }, { tier: 'free', curator: true }).cents).toBe(0);
  });

  test('never brings more than the rate and the price', () => {
    const sale = fc
      .record({
        method: fc.constantFrom('credits', 'dollars', 'card'),
        price: fc.integer({ min: 1, max: 10_000 }),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        feeCents: fc.integer({ min: 0, max: 200 }),
      })
      .map(({ method, price, part, feeCents }): Sale =>
        method === 'credits'
          ? { method, tenths: price, earningTenths: Math.floor(price * part), cents: 0, feeCents: 0 }
          : { method, tenths: 0, earningTenths: 0, cents: price, feeCents },
      );
    fc.assert(
      fc.property(sale, fc.constantFrom(...subscribedTiers), fc.boolean(), (sold, tier, curator) => {
        const { tenths, cents } = earnedBy(sold, { tier, curator });
        expect([tenths, cents].every((sum) => Number.isInteger(sum) && sum >= 0)).toBe(true);
        expect(tenths).toBeLessThanOrEqual(curator ? 0 : earnRateTenths(tier));
        expect(cents).toBeLessThanOrEqual(sold.cents);
      }),
    );
  });
});

test('a payment costs 2.9 percent, by card 30 cents more, rounded up; credits cost nothing', () => {
  expect(paymentFeeCents({ method: 'card', cents: 300 })).toBe(39);
  expect(paymentFeeCents({ method: 'dollars', cents: 300 })).toBe(9);
  expect(paymentFeeCents({ method: 'dollars', cents: 1000 })).toBe(29);
  expect(paymentFeeCents({ method: 'card', cents: 1000 })).toBe(59);
  expect(paymentFeeCents({ method: 'dollars', cents: 1 })).toBe(1);
  expect(paymentFeeCents({ method: 'dollars', cents: 0 })).toBe(0);
  expect(paymentFeeCents({ method: 'credits', cents: 0 })).toBe(0);
});

describe('what was earned', () => {
  const accrued = '2026-11-20T10:00:00.000Z';

  test('rests for 24 hours', () => {
    expect(isMature(accrued, new Date('2026-11-21T09:59:59.999Z'))).toBe(false);
    expect(isMature(accrued, new Date('2026-11-21T10:00:00.000Z'))).toBe(true);
  });

  test('is settled at the first UTC midnight after that', () => {
    expect(settlesAt(accrued)).toEqual(new Date('2026-11-22T00:00:00.000Z'));
    expect(settlesAt('2026-11-20T00:00:00.000Z')).toEqual(new Date('2026-11-21T00:00:00.000Z'));
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, (at) => {
        const settled = settlesAt(at.toISOString());
        expect(isMature(at.toISOString(), settled)).toBe(true);
        expect(settled.getTime() - at.getTime()).toBeLessThan(2 * EARNINGS_MATURE_MS);
      }),
    );
  });
});

test('a payout is of ten credits, or what they are worth', () => {
  expect(payoutCents({ tenths: 105, cents: 20 })).toBe(177);
  expect(isPayable({ tenths: 100, cents: 0 })).toBe(true);
  expect(isPayable({ tenths: 99, cents: 0 })).toBe(false);
  expect(isPayable({ tenths: 0, cents: 150 })).toBe(true);
  expect(isPayable({ tenths: 50, cents: 74 })).toBe(false);
});
