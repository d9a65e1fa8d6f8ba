import { Refused } from '@easel/contracts/kernel/problem';
import { expect, test } from 'vitest';
import { cursorOf, positionOf } from './statement-cursor.ts';

test.each([0n, 1n, 4_711n, 2n ** 53n + 1n, 2n ** 63n - 1n])('%s comes back', (position) => {
  expect(positionOf(cursorOf(position))).toBe(position);
});

test.each([
  '',
  'x',
  '1',
  "' or 1=1 --",
  'AAAAAAAAAAA=',
  'AAAAAAAAAAB',
  'AAAAAAAAAAAA',
  ' AAAAAAAAAAA',
  '__________8',
  cursorOf(5n).repeat(2),
])('%j is none', (cursor) => {
  expect(() => positionOf(cursor)).toThrow(Refused);
});
