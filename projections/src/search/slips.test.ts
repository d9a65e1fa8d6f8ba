import { expect, test } from 'vitest';
import { slipsBetween } from './slips.ts';

test.each([
  ['dragon', 'dragon', 0],
  ['dargon', 'dragon', 1],
  ['dragn', 'dragon', 1],
  ['draagon', 'dragon', 1],
  ['drakon', 'dragon', 1],
  ['drgaonn', 'dragon', 2],
  ['', 'fox', 3],
  ['fox', 'owl', 3],
])('between %j and %j there are as few as %i', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips);
  expect(slipsBetween(other, one)).toBe(slips);
});
