import { expect, test } from 'vitest';
import { subscribedTiers, type SubscribedTier } from '../account/policy.ts';
import { imageSizes, sizeProblem, type ImageSize } from './policy.ts';
import { sizeLock } from './size-lock.policy.ts';

test('a size beyond the plan names the cheapest plan that has it', () => {
  expect(sizeLock('free', '1K')).toBeUndefined();
  expect(sizeLock('free', '2K')).toMatchObject({ upTo: '1K', plan: { tier: 'starter', monthlyCents: 999 } });
  expect(sizeLock('starter', '4K')).toMatchObject({ upTo: '2K', plan: { tier: 'creator', monthlyCents: 1999 } });
  expect(sizeLock('creator_pro', '8K')).toMatchObject({ upTo: '4K', plan: { tier: 'studio', monthlyCents: 3999 } });
  expect(sizeLock('curator_partner', '8K')).toBeUndefined();
});

const cases = subscribedTiers.flatMap((tier) => imageSizes.map((size) => ({ tier, size })));
const isRefused = (tier: SubscribedTier, size: ImageSize) => sizeProblem({ tier, original: size, size }) !== undefined;

test.each(cases)('what $tier has locked in $size is what its downloads are refused for', ({ tier, size }) => {
  expect(sizeLock(tier, size) !== undefined).toBe(isRefused(tier, size));
});

test('the plan that is named would grant it', () => {
  const named = cases.flatMap(({ tier, size }) => {
    const lock = sizeLock(tier, size);
    return lock ? [{ tier: lock.plan.tier, size }] : [];
  });
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ tier, size }) => isRefused(tier, size))).toEqual([]);
});
