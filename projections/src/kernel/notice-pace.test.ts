import { expect, test } from 'vitest';
import { NoticePace } from './notice-pace.ts';

/** Tells one at each of these times; returns how long each had to wait. */
function waits(pace: NoticePace, times: readonly number[]): number[] {
  return times.map((now) => {
    const wait = pace.waitMs(now);
    pace.note(now + wait);
    return wait;
  });
}

test('lets the first few after a rest be told at once, and the rest of a rush one in its time', () => {
  expect(waits(new NoticePace(50, 3), [0, 1, 2, 3, 104])).toEqual([0, 0, 0, 47, 0]);
});

test('gives back the burst after a rest, and no more than that', () => {
  const pace = new NoticePace(50, 2);
  waits(pace, [0, 0]);
  expect(waits(pace, [10_000, 10_000, 10_000])).toEqual([0, 0, 50]);
});
