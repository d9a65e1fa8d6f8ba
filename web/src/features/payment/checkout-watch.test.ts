import { checkoutStatuses } from '@easel/contracts/payments/http';
import { expect, test } from 'vitest';
import { nextLookMs, outcomeOf } from './checkout-watch.ts';

const waits = Array.from({ length: 100 }, (_, index) => nextLookMs('processing', index + 1));

test('it looks again ever more seldom, and within a minute gives the bank its time', () => {
  const taken = waits.filter((wait) => wait !== false);
  expect(taken).toEqual(taken.toSorted((one, other) => one - other));
  expect(taken.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(60_000);
  expect(waits.at(-1)).toBe(false);
});

test('what is settled is not looked at again', () => {
  expect(checkoutStatuses.filter((status) => nextLookMs(status, 1) !== false)).toEqual(['open', 'processing']);
  expect(nextLookMs(undefined, 0)).toBe(false);
});

test('only what the server calls paid is told as paid', () => {
  for (const looks of [1, 5, 50]) {
    expect(checkoutStatuses.filter((status) => outcomeOf(status, looks) === 'paid')).toEqual(['paid']);
  }
});

test('a bank that takes its time is told apart from a page that was left', () => {
  expect(outcomeOf('processing', 1)).toBe('checking');
  expect(outcomeOf('processing', 50)).toBe('slow');
  expect(outcomeOf('open', 50)).toBe('unfinished');
  expect(outcomeOf('failed', 1)).toBe('failed');
  expect(outcomeOf('expired', 1)).toBe('expired');
});
