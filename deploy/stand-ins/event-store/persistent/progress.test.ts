import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Mark, Progress } from './progress.ts';

test('goes on behind the last place up to which everything is settled', () => {
  const progress = new Progress(5);
  expect(progress.next).toBe(5);
  const [first, second, third] = [5, 6, 9].map((place) => progress.take(place));
  if (second) progress.settle(second);
  expect(progress.next).toBe(5);
  if (first) progress.settle(first);
  expect(progress.next).toBe(7);
  progress.pass(12);
  expect(progress.next).toBe(7);
  if (third) progress.settle(third);
  expect(progress.next).toBe(12);
  expect(progress.length).toBe(0);
});

test('is never ahead of what is settled, in whatever order that is, and keeps nothing in the end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 2_000 }), (order) => {
      const progress = new Progress(0);
      const open: Mark[] = order.map((_, place) => progress.take(place));
      for (const [settled, pick] of order.entries()) {
        const [mark] = open.splice(pick % open.length, 1);
        if (mark) progress.settle(mark);
        const lowest = open.reduce((least, one) => Math.min(least, one.from), order.length);
        expect(progress.next).toBe(lowest);
        expect(progress.length).toBeLessThanOrEqual(order.length - Math.min(settled, lowest));
      }
      expect(progress.length).toBe(0);
    }),
    { numRuns: 20 },
  );
});
