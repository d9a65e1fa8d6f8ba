import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subscribedTiers } from '../account/policy.ts';
import {
  changeOf,
  creditPrice,
  freeSubscription,
  isPaid,
  periodEndsAt,
  planCards,
  planChargeCents,
  subscriptionStatuses,
  tierInForce,
  tierLabel,
  type Subscription,
} from './policy.ts';

const tier = fc.constantFrom(...subscribedTiers);
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });

test.each([
  ['2026-11-23T10:00:00.000Z', 'monthly', '2026-12-23T10:00:00.000Z'],
  ['2026-12-31T23:30:00.000Z', 'monthly', '2027-01-31T23:30:00.000Z'],
  ['2027-01-30T23:30:00.000Z', 'monthly', '2027-02-28T23:30:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 'yearly', '2029-02-28T00:00:00.000Z'],
] as const)('a period that begins on %s and is paid %s ends on %s', (start, period, end) => {
  expect(periodEndsAt(new Date(start), period).toISOString()).toBe(end);
});

test('the plan cards are the specification’s', () => {
  expect(
    planCards.map(({ name, monthlyCents, yearlyCents, credits, popular, curator }) => [
      name,
      monthlyCents / 100,
      yearlyCents / 100,
      credits,
      ...(popular ? ['popular'] : []),
      ...(curator ? ['curator'] : []),
    ]),
  ).toEqual([
    ['Free', 0, 0, 50],
    ['Starter', 9.99, 7.99, 150],
    ['Creator', 19.99, 15.99, 300],
    ['Studio', 39.99, 31.99, 600],
    ['Agency', 79.99, 63.99, 1200, 'popular'],
    ['Enterprise', 199.99, 159.99, 3000],
    ['Curator Partner', 750, 600, 10_000, 'curator'],
  ]);
});

test('a year saves 20 percent, to the cent', () => {
  for (const { monthlyCents, yearlyCents } of planCards) {
    expect(Math.abs(yearlyCents - monthlyCents * 0.8)).toBeLessThan(1);
  }
});

test('a year is charged at once, and what has no card is not sold', () => {
  expect(planChargeCents('starter', 'monthly')).toBe(999);
  expect(planChargeCents('starter', 'yearly')).toBe(9588);
  expect(planChargeCents('free', 'monthly')).toBeUndefined();
  expect(planChargeCents('agency_unlimited', 'monthly')).toBeUndefined();
});

test('a credit’s price is shown to three decimals', () => {
  expect(planCards.slice(1).map(creditPrice)).toEqual(['0.067', '0.067', '0.067', '0.067', '0.067', '0.075']);
});

test('free is shown as Genesis, and as what its card is called', () => {
  expect(['free', 'genesis', 'creator_pro', 'curator_partner'].map((name) => tierLabel(name as 'free'))).toEqual([
    'Genesis (Free)',
    'Genesis',
    'Creator Pro',
    'Curator Partner',
  ]);
});

test('plans are ordered: two of them are the same, or one is the upgrade of the other', () => {
  fc.assert(
    fc.property(tier, tier, tier, (a, b, c) => {
      expect(changeOf(a, b) === 'same').toBe(a === b);
      expect(changeOf(a, b) === 'upgrade').toBe(changeOf(b, a) === 'downgrade');
      const climbs = changeOf(a, b) === 'upgrade' && changeOf(b, c) === 'upgrade';
      expect(!climbs || changeOf(a, c) === 'upgrade').toBe(true);
    }),
  );
  const sold = planCards.map((card) => card.tier);
  for (const [index, next] of sold.slice(1).entries()) expect(changeOf(sold[index] ?? 'free', next)).toBe('upgrade');
});

test('every tier but free and genesis is paid for', () => {
  expect(subscribedTiers.filter((name) => !isPaid(name))).toEqual(['free', 'genesis']);
});

describe('what is in force', () => {
  const subscription: fc.Arbitrary<Subscription> = fc.record({
    tier,
    status: fc.constantFrom(...subscriptionStatuses),
    period: fc.constant('monthly'),
    endDate: fc.option(instant.map((date) => date.toISOString())),
  });

  test('is free from the end on, whatever the status', () => {
    fc.assert(
      fc.property(subscription, instant, (given, at) => {
        const over = given.endDate !== null && given.endDate <= at.toISOString();
        expect(tierInForce(given, at)).toBe(over || given.status === 'ended' ? 'free' : given.tier);
      }),
    );
  });

  test('ends at the instant itself', () => {
    const endDate = '2026-12-01T00:00:00.000Z';
    const given: Subscription = { tier: 'studio', status: 'cancelled', period: 'monthly', endDate };
    expect(tierInForce(given, new Date('2026-11-30T23:59:59.999Z'))).toBe('studio');
    expect(tierInForce(given, new Date(endDate))).toBe('free');
  });

  test('of nobody who subscribed is free for ever', () => {
    expect(tierInForce(freeSubscription, new Date('2100-01-01'))).toBe('free');
  });
});
