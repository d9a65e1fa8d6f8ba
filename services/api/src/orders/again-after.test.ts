import { expect, test } from 'vitest';
import { againAfter } from './again-after.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-20T10:00:00.000Z');

test.each([
  [0, 1],
  [0.5, 1],
  [1, 1],
  [2, 2],
  [7, 7],
  [24, 24],
  [400, 24],
])('what has waited for %f hours is retried after %f hours', (waitedHours, nextHours) => {
  const again = againAfter(new Date(now.getTime() - waitedHours * HOUR_MS), now);
  expect((again.getTime() - now.getTime()) / HOUR_MS).toBe(nextHours);
});

test('retries what waits from now on at the latest', () => {
  expect(againAfter(new Date(now.getTime() + HOUR_MS), now)).toEqual(new Date(now.getTime() + HOUR_MS));
});
