import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subscribedTiers } from '../account/policy.ts';
import {
  earnedBy,
  earningFaults,
  EARNINGS_MATURE_MS,
  earnRateTenths,
  hasRested,
  isMature,
  isPayable,
  paymentFeeCents,
  PAYOUT_CENTS_PER_CREDIT,
  payoutCents,
  settlesAt,
  type Sale,
} from './policy.ts';

const dollars: Sale = { method: 'dollars', tenths: 0, earningTenths: 0, cents: 300, feeCents: 0 };
const credits: Sale = { method: 'credits', tenths: 200, earningTenths: 200, cents: 0, feeCents: 0 };

test('pays every tier its rate', () => {
  expect(subscribedTiers.map((tier) => earnRateTenths(tier) / 10)).toEqual([0.5, 0.5, 0.8, 1, 1, 1.5, 1.5, 2, 2, 3, 0]);
});

describe('a sale', () => {
  test('pays the rate for dollars and for credits of a paid plan', () => {
    expect(earnedBy(dollars, { tier: 'studio', curator: false })).toEqual({ tenths: 15, cents: 0 });
    expect(earnedBy({ ...dollars, method: 'card' }, { tier: 'studio', curator: false })).toEqual({
      tenths: 15,
      cents: 0,
    });
    expect(earnedBy(credits, { tier: 'studio', curator: false })).toEqual({ tenths: 15, cents: 0 });
  });

  test('pays nothing for free credits', () => {
    expect(earnedBy({ ...credits, earningTenths: 0 }, { tier: 'enterprise', curator: false })).toEqual({
      tenths: 0,
      cents: 0,
    });
  });

  test('pays in proportion for a mix of paid and free credits', () => {
    expect(earnedBy({ ...credits, earningTenths: 100 }, { tier: 'studio', curator: false }).tenths).toBe(7);
  });

  test('pays Enterprise 15 percent of the dollars in addition to the credits', () => {
    expect(earnedBy(dollars, { tier: 'enterprise', curator: false })).toEqual({ tenths: 30, cents: 45 });
  });

  test('pays a curator half of net', () => {
    expect(earnedBy({ ...dollars, feeCents: 39 }, { tier: 'curator_partner', curator: true })).toEqual({
      tenths: 0,
      cents: 130,
    });
    expect(earnedBy({ ...dollars, cents: 10, feeCents: 39 }, { tier: 'free', curator: true }).cents).toBe(0);
  });

  test('never pays more than the rate and the price', () => {
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

test('charges 2.9 percent for a payment, 30 cents more by card, rounded up, and nothing for credits', () => {
  expect(paymentFeeCents({ method: 'card', cents: 300 })).toBe(39);
  expect(paymentFeeCents({ method: 'dollars', cents: 300 })).toBe(9);
  expect(paymentFeeCents({ method: 'dollars', cents: 1000 })).toBe(29);
  expect(paymentFeeCents({ method: 'card', cents: 1000 })).toBe(59);
  expect(paymentFeeCents({ method: 'dollars', cents: 1 })).toBe(1);
  expect(paymentFeeCents({ method: 'dollars', cents: 0 })).toBe(0);
  expect(paymentFeeCents({ method: 'credits', cents: 0 })).toBe(0);
});

describe('earnings', () => {
  const accrued = '2026-11-20T10:00:00.000Z';

  test('mature after 24 hours', () => {
    expect(isMature(accrued, new Date('2026-11-21T09:59:59.999Z'))).toBe(false);
    expect(isMature(accrued, new Date('2026-11-21T10:00:00.000Z'))).toBe(true);
  });

  test('settle at the first UTC midnight after that', () => {
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

test('requires ten credits or their worth for a payout', () => {
  expect(payoutCents({ tenths: 105, cents: 20 })).toBe(72);
  expect(isPayable({ tenths: 100, cents: 0 })).toBe(true);
  expect(isPayable({ tenths: 99, cents: 0 })).toBe(false);
  expect(isPayable({ tenths: 0, cents: 50 })).toBe(true);
  expect(isPayable({ tenths: 50, cents: 24 })).toBe(false);
});

test('pays a group that sells to itself less than it paid, for every sale and price', () => {
  const price = fc.integer({ min: 1, max: 1000 });
  const seller = fc.record({ tier: fc.constantFrom(...subscribedTiers), curator: fc.boolean() });
  fc.assert(
    fc.property(price, price, seller, (earningTenths, free, who) => {
      const sale: Sale = { method: 'credits', tenths: earningTenths + free, earningTenths, cents: 0, feeCents: 0 };
      const { tenths, cents } = earnedBy(sale, who);
      expect(cents).toBe(0);
      expect(tenths * 10).toBeLessThanOrEqual(6 * earningTenths);
    }),
  );
  fc.assert(
    fc.property(price, fc.constantFrom('dollars', 'card'), seller, (cents, method, who) => {
      const feeCents = paymentFeeCents({ method, cents });
      const sale: Sale = { method, tenths: 0, earningTenths: 0, cents, feeCents };
      const earned = earnedBy(sale, who);
      expect(earned.tenths * PAYOUT_CENTS_PER_CREDIT + earned.cents * 10).toBeLessThanOrEqual(
        5 * Math.max(0, cents - feeCents),
      );
    }),
  );
});

test('rejects prices at which a seller would be due more than that', () => {
  expect(earningFaults({ tenths: 50, cents: 75 })).toEqual([]);
  expect(earningFaults({ tenths: 49, cents: 75 })).toEqual([expect.stringContaining('5 credits at least')]);
  // 3 credits at 5 cents and 6 cents of 45: 21, and half of net is 21.5; of 44 it is 21.
  expect(earningFaults({ tenths: 50, cents: 45 })).toEqual([]);
  expect(earningFaults({ tenths: 50, cents: 42 })).toEqual([expect.stringContaining('half of net')]);
});

test('allows a payout after the days of rest', () => {
  expect(hasRested('2026-11-06', 14, new Date('2026-11-20T00:00:00.000Z'))).toBe(true);
  expect(hasRested('2026-11-06', 14, new Date('2026-11-19T23:59:59.999Z'))).toBe(false);
  expect(hasRested('2026-11-06', 0, new Date('2026-11-06T00:00:00.000Z'))).toBe(true);
});
