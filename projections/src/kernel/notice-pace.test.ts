import { expect, test } from 'vitest';
import { NoticePace } from './notice-pace.ts';

/** Announces something at each of these times; returns how long each had to wait. */
function waits(pace: NoticePace, times: readonly number[]): number[] {
  return times.map((now) => {
    const wait = pace.waitMs(now);
    pace.note(now + wait);
    return wait;
  });
}

test('announces the first few after a rest at once, and spaces out the rest of a rush', () => {
  expect(waits(new NoticePace(50, 3), [0, 1, 2, 3, 104])).toEqual([0, 0, 0, 47, 0]);
});

test('gives back the burst after a rest, and no more than that', () => {
  const pace = new NoticePace(50, 2);
  waits(pace, [0, 0]);
  expect(waits(pace, [10_000, 10_000, 10_000])).toEqual([0, 0, 50]);
});
