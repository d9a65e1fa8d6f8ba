import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowanceTenths } from '../account/policy.ts';
import {
  entitledTenths,
  FREE_TENTHS,
  keptCents,
  monthsTouched,
  monthTenths,
  restCents,
  usableTenths,
  type PlanPayment,
} from './entitlement.policy.ts';
import { billingPeriods, planCards, planChargeCents } from './policy.ts';

const paid = (change: Partial<PlanPayment> = {}): PlanPayment => ({
  tier: 'studio',
  cents: 3999,
  refundedCents: 0,
  disputedCents: 0,
  from: '2026-11-15T10:00:00.000Z',
  until: '2026-12-15T10:00:00.000Z',
  ...change,
});

const payment: fc.Arbitrary<PlanPayment> = fc
  .record({
    card: fc.constantFrom(...planCards.slice(1)),
    period: fc.constantFrom(...billingPeriods),
    day: fc.integer({ min: 0, max: 700 }),
    back: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ card: { tier }, period, day, back: [refunded, disputed] }) => {
    const cents = planChargeCents(tier, period) ?? 1;
    const from = new Date(Date.UTC(2026, 0, 1 + day, 9));
    const until = new Date(from);
    until.setUTCMonth(until.getUTCMonth() + (period === 'yearly' ? 12 : 1));
    return {
      tier,
      cents,
      refundedCents: Math.round(cents * refunded * 0.7),
      disputedCents: disputed > 0.7 ? Math.round(cents * disputed) : 0,
      from: from.toISOString(),
      until: until.toISOString(),
    };
  });

describe('the months of a period', () => {
  test.each([
    ['2026-11-15T00:00:00.000Z', '2026-12-15T00:00:00.000Z', ['2026-11', '2026-12']],
    ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', ['2026-11']],
    ['2026-11-30T23:59:59.999Z', '2026-12-30T23:59:59.999Z', ['2026-11', '2026-12']],
    ['2027-01-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z', ['2027-01', '2027-02']],
  ])('from %s to %s', (from, until, months) => {
    expect(monthsTouched({ from, until })).toEqual(months);
  });

  test('of a year are twelve where it begins with a month, else thirteen', () => {
    const of = (from: string, until: string) => monthsTouched({ from, until }).length;
    expect(of('2026-11-01T00:00:00.000Z', '2027-11-01T00:00:00.000Z')).toBe(12);
    expect(of('2026-11-02T00:00:00.000Z', '2027-11-02T00:00:00.000Z')).toBe(13);
  });
});

describe('a payment', () => {
  test('that is kept entitles to the whole allowance of every month it opens', () => {
    for (const opened of [0, 1, 2]) expect(entitledTenths(paid(), opened)).toBe(6000 * opened);
    expect(monthTenths(paid(), 2, 6000)).toBe(6000);
  });

  test('of which half is kept entitles to half of what it paid for, in whichever month that is used', () => {
    const half = paid({ cents: 4000, refundedCents: 2000 });
    expect([1, 2].map((opened) => entitledTenths(half, opened))).toEqual([6000, 6000]);
    expect(monthTenths(half, 2, 6000)).toBe(FREE_TENTHS);
    expect(monthTenths(half, 2, 2000)).toBe(4500);
  });

  test('that went back leaves each of its months what everybody has', () => {
    const gone = paid({ disputedCents: 3999 });
    expect([entitledTenths(gone, 2), usableTenths(gone, 2), monthTenths(gone, 1, 0)]).toEqual([0, 1000, 500]);
  });

  test('refunded and disputed for the same sum is gone once', () => {
    expect(keptCents(paid({ refundedCents: 3999, disputedCents: 3999 }))).toBe(0);
  });

  test('allows what it entitles to, and what everybody has for months without; never less for a month more', () => {
    fc.assert(
      fc.property(payment, fc.integer({ min: 0, max: 13 }), (one, opened) => {
        const allowance = allowanceTenths(one.tier);
        const entitled = entitledTenths(one, opened);
        const usable = usableTenths(one, opened);
        const without = Array.from({ length: opened }, (_, n) => entitled - allowance * n).filter(
          (left) => left < FREE_TENTHS,
        ).length;
        expect(usable).toBeGreaterThanOrEqual(Math.max(entitled, FREE_TENTHS * opened));
        expect(usable).toBeLessThanOrEqual(entitled + FREE_TENTHS * without);
        expect(usableTenths(one, opened + 1) - usable).toBeGreaterThanOrEqual(FREE_TENTHS);
        const isWhole = keptCents(one) === one.cents && opened <= monthsTouched(one).length;
        expect(!isWhole || usable === allowance * opened).toBe(true);
      }),
    );
  });
});

describe('what is left of a plan that makes way', () => {
  const at = (instant: string): Date => new Date(instant);

  test('is the smaller of time and of months not opened before', () => {
    // Half of the time, one of two months.
    expect(restCents(paid({ cents: 4000 }), 1, at('2026-12-05T10:00:00.000Z'))).toBe(1333);
    expect(restCents(paid({ cents: 4000 }), 1, at('2026-11-20T10:00:00.000Z'))).toBe(2000);
    expect(restCents(paid({ cents: 4000 }), 0, at('2026-11-15T10:00:00.000Z'))).toBe(4000);
    expect(restCents(paid({ cents: 4000 }), 0, at('2026-12-15T10:00:00.000Z'))).toBe(0);
  });

  test('never takes what opened months were paid with, whatever went back before', () => {
    fc.assert(
      fc.property(payment, fc.nat({ max: 13 }), fc.double({ min: 0, max: 1, noNaN: true }), (one, months, gone) => {
        const opened = Math.min(months, monthsTouched(one).length);
        const span = Date.parse(one.until) - Date.parse(one.from);
        const rest = restCents(one, opened, new Date(Date.parse(one.from) + gone * span));
        expect(rest).toBeLessThanOrEqual(keptCents(one));
        const after = { ...one, refundedCents: one.refundedCents + rest };
        expect(entitledTenths(after, opened)).toBe(
          rest > 0 ? allowanceTenths(one.tier) * opened : entitledTenths(one, opened),
        );
      }),
    );
  });
});
