import { expect, test } from 'vitest';
import {
  allowanceTenths,
  monthlyImageLimit,
  monthStart,
  rightsOf,
  subscribedTierOf,
  subscribedTiers,
  tierOf,
  utcDay,
  utcMonth,
  worthCents,
} from './policy.ts';

test('every tier has its ruled allowance and limit', () => {
  const ruled = subscribedTiers.map((tier) => [tier, allowanceTenths(tier) / 10, monthlyImageLimit(tier)]);
  expect(ruled).toEqual([
    ['free', 50, 50],
    ['genesis', 50, 50],
    ['starter', 150, 50],
    ['creator', 300, 60],
    ['creator_pro', 300, 60],
    ['studio', 600, 120],
    ['studio_enterprise', 600, null],
    ['agency', 1200, 240],
    ['agency_unlimited', 1200, null],
    ['enterprise', 3000, 600],
    ['curator_partner', 10_000, 2000],
  ]);
});

test('an unknown tier is free', () => {
  expect(tierOf('galactic')).toBe('free');
  expect(tierOf('studio')).toBe('studio');
  expect(subscribedTierOf('galactic')).toBe('free');
  expect(subscribedTierOf('curator_partner')).toBe('curator_partner');
});

test('a curator partner has the agency’s rights', () => {
  expect(rightsOf('curator_partner')).toBe('agency');
  expect(tierOf('curator_partner')).toBe('agency');
});

test('a credit is worth 15 cents, and parts of a cent are not paid', () => {
  expect([10, 100, 1, 5].map(worthCents)).toEqual([15, 150, 1, 7]);
});

test('a month is UTC’s', () => {
  expect(utcMonth(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  expect(utcMonth(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11');
  expect(utcDay(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11-30');
  expect(utcMonth(monthStart('2026-12'))).toBe('2026-12');
  expect(utcMonth(new Date(monthStart('2026-12').getTime() - 1))).toBe('2026-11');
});
