import { expect, test } from 'vitest';
import { statsOf } from './stats.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

test('counts the completed pictures of a whole list, and leaves cancelled ones out of the rate', () => {
  const newest = [
    { status: 'completed', created_at: '2026-11-20T10:00:00.000Z' },
    { status: 'failed', created_at: '2026-11-01T00:00:00.000Z' },
    { status: 'completed', created_at: '2026-10-31T23:59:59.000Z' },
    { status: 'completed', created_at: '2025-11-03T10:00:00.000Z' },
    { status: 'cancelled', created_at: '2026-11-02T10:00:00.000Z' },
  ] as const;
  expect(statsOf(newest, 5, 12, now)).toEqual({
    totalGenerations: 3,
    inTrash: 0,
    thisMonth: 1,
    failedGenerations: 1,
    successRate: 75,
    totalDownloads: 12,
  });
});

test('claims no total where the list holds only the newest', () => {
  const newest = [{ status: 'completed', created_at: '2026-11-20T10:00:00.000Z' }] as const;
  expect(statsOf(newest, 140, null, now)).toMatchObject({ totalGenerations: null, thisMonth: null, successRate: 100 });
});

test('shows no success rate where nothing was generated', () => {
  expect(statsOf([], 0, null, now)).toEqual({
    totalGenerations: 0,
    inTrash: 0,
    thisMonth: 0,
    failedGenerations: 0,
    successRate: null,
    totalDownloads: null,
  });
});
