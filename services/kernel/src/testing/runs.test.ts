import { expect, test } from 'vitest';
import { rotating, runs } from './runs.ts';

test('multiplies the usual number of runs by TEST_RUNS', () => {
  expect(runs(200, {})).toBe(200);
  expect(runs(200, { TEST_RUNS: '10' })).toBe(2_000);
  expect(() => runs(200, { TEST_RUNS: 'many' })).toThrow('TEST_RUNS must be a number above 0, not many');
});

test('gives every case in as many calls as there are parts', () => {
  const next = rotating(['a', 'b', 'c', 'd', 'e'], 2, {});
  expect([next(), next(), next()]).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
    ['a', 'c', 'e'],
  ]);
});

test('gives all cases with each call when TEST_RUNS is high enough', () => {
  const next = rotating([1, 2, 3, 4], 4, { TEST_RUNS: '10' });
  expect([next(), next()]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
});
