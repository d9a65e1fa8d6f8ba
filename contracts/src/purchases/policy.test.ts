import fc from 'fast-check';
import { expect, test } from 'vitest';
import { purchaseProblems, suggestedTopUpDollars, topUpProblem } from './policy.ts';

test('the suggested top-up pays the price twice, in whole dollars that may be paid in', () => {
  expect([75, 500, 501, 600, 99_999].map(suggestedTopUpDollars)).toEqual([10, 10, 11, 12, 2000]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400_000 }), (cents) => {
      const dollars = suggestedTopUpDollars(cents);
      expect(dollars * 100).toBeGreaterThanOrEqual(2 * cents);
      expect(topUpProblem(dollars)).toBeUndefined();
    }),
  );
});

test('a top-up is of ten dollars at least, in whole ones', () => {
  expect(topUpProblem(10)).toBeUndefined();
  expect(topUpProblem(9.99)?.message).toBe('Minimum top-up is $10');
  expect(topUpProblem(10.5)).toBe(purchaseProblems.topUpUneven);
  for (const senseless of [0, -10, Number.NaN, Number.NEGATIVE_INFINITY]) {
    expect(topUpProblem(senseless)).toBe(purchaseProblems.topUpTooSmall);
  }
  for (const senseless of [10_001, 1e300, Number.POSITIVE_INFINITY]) {
    expect(topUpProblem(senseless)).toBe(purchaseProblems.topUpTooLarge);
  }
});
