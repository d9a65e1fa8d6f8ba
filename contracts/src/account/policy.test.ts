import { expect, test } from 'vitest';
import { allowanceTenths, monthlyImageLimit, tierOf, tiers, utcMonth } from './policy.ts';

test('every tier has its ruled allowance and limit', () => {
  const ruled = tiers.map((tier) => [tier, allowanceTenths(tier) / 10, monthlyImageLimit(tier)]);
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
  ]);
});

test('an unknown tier is free', () => {
  expect(tierOf('galactic')).toBe('free');
  expect(tierOf('studio')).toBe('studio');
});

test('a month is UTC’s', () => {
  expect(utcMonth(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  expect(utcMonth(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11');
});
