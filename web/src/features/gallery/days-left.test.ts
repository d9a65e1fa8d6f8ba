import { expect, test } from 'vitest';
import { daysLeft } from './days-left.ts';

const deleted = '2026-11-01T12:00:00.000Z';

test.each([
  ['2026-11-01T11:59:30.000Z', 30],
  ['2026-11-01T12:00:00.000Z', 30],
  ['2026-11-02T12:00:00.000Z', 29],
  ['2026-12-01T11:00:00.000Z', 1],
  ['2026-12-24T12:00:00.000Z', 0],
])('counts the days left at %s as %i', (now, left) => {
  expect(daysLeft(deleted, new Date(now))).toBe(left);
});
