import { expect, test } from 'vitest';
import { sparkPath } from './spark-path.ts';

test('a line stands on the ground and fills its box', () => {
  expect(sparkPath([0, 5, 10], 20, 10)).toBe('M0,10L10,5L20,0');
  expect(sparkPath([0, 0], 20, 10)).toBe('M0,10L20,10');
  expect(sparkPath([3], 20, 10)).toBe('M0,0');
  expect(sparkPath([], 20, 10)).toBe('');
});

test('what is below zero lies below it', () => {
  expect(sparkPath([10, -10], 10, 20)).toBe('M0,0L10,20');
});
