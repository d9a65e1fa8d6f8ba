import { expect, test } from 'vitest';
import { statsOf } from './stats.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

test('figures are drawn from the list of generations', () => {
  const newest = [
    { status: 'completed', created_at: '2026-11-20T10:00:00.000Z' },
    { status: 'failed', created_at: '2026-11-01T00:00:00.000Z' },
    { status: 'completed', created_at: '2026-10-31T23:59:59.000Z' },
    { status: 'completed', created_at: '2025-11-03T10:00:00.000Z' },
  ] as const;
  expect(statsOf(newest, 140, 12, now)).toEqual({
    totalGenerations: 140,
    thisMonth: 2,
    successRate: 75,
    totalDownloads: 12,
  });
});

test('nothing generated has no success rate', () => {
  expect(statsOf([], 0, null, now)).toEqual({
    totalGenerations: 0,
    thisMonth: 0,
    successRate: null,
    totalDownloads: null,
  });
});
