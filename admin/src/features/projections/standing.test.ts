import type { ProjectionRecord, RebuildRun } from '@easel/contracts/operations/http';
import { expect, test } from 'vitest';
import { isMoving, outcomeText, percentOf, positionText, underWay } from './standing.ts';

const run: RebuildRun = {
  id: 'r',
  status: 'running',
  accept_difference: false,
  reason: 'a test',
  requested_by: { id: 'o', role: 'analyst' },
  requested_at: '2026-05-01T10:00:00.000Z',
  started_at: null,
  ended_at: null,
  facts: 0,
  total: 0,
  facts_per_second: null,
  eta_seconds: null,
  tables: [],
  error: null,
};
const record: ProjectionRecord = {
  id: 'gallery',
  schema: 'read_gallery_v1',
  version: 1,
  phase: 'live',
  reason: null,
  stands_still: false,
  paused: false,
  position: '10',
  lag_events: 0,
  lag_more: false,
  lag_seconds: 0,
  events_per_second: 0,
  events_applied: 10,
  events_ignored: 0,
  parked: 0,
  whole: true,
  updated_at: '2026-05-01T10:00:00.000Z',
  rebuild: null,
};
const table = (equal: boolean) => ({ table: 't', live: null, fresh: null, equal });

test('only what stands still at the end needs no second look', () => {
  expect(isMoving(record)).toBe(false);
  expect(isMoving({ ...record, rebuild: { ...run, status: 'swapped' } })).toBe(false);
  expect(isMoving({ ...record, rebuild: { ...run, status: 'queued' } })).toBe(true);
  expect(isMoving({ ...record, lag_events: null })).toBe(true);
  expect(isMoving({ ...record, phase: 'paused', lag_events: 2 })).toBe(true);
  expect(isMoving({ ...record, events_per_second: 0.5 })).toBe(true);
});

test('a rebuild that has ended is not under way', () => {
  expect(underWay(record)).toBeUndefined();
  expect(underWay({ rebuild: { ...run, status: 'failed' } })).toBeUndefined();
  expect(underWay({ rebuild: { ...run, status: 'comparing' } })).toMatchObject({ status: 'comparing' });
});

test.each([
  [0, 0, undefined],
  [0, 200, 0],
  [50, 200, 25],
  [1_999, 2_000, 99.9],
  [300, 200, 100],
  [1, null, undefined],
])('at %s of %s', (facts, total, percent) => {
  expect(percentOf({ ...run, facts, total })).toBe(percent);
});

test('while it waits or compares there is no way to measure', () => {
  expect(percentOf({ ...run, status: 'comparing', facts: 5, total: 5 })).toBeUndefined();
  expect(percentOf({ ...run, status: 'queued', total: null })).toBeUndefined();
});

test('while it swaps it says that nobody cancels it any more', () => {
  expect(outcomeText({ ...run, status: 'swapping' })).toMatch(/can no longer be cancelled\.$/);
  expect(percentOf({ ...run, status: 'swapping', facts: 5, total: 5 })).toBeUndefined();
  expect(underWay({ rebuild: { ...run, status: 'swapping' } })).toBeDefined();
});

test('the outcome says what came of it', () => {
  expect(outcomeText({ ...run, status: 'swapped', tables: [table(true)] })).toMatch(/^The fresh tables were equal/);
  expect(
    outcomeText({ ...run, status: 'swapped', accept_difference: true, tables: [table(true), table(false)] }),
  ).toMatch(/^One table differs\. The difference was accepted/);
  expect(outcomeText({ ...run, status: 'different', tables: [table(false), table(false)] })).toMatch(
    /^2 tables differ .* were kept/,
  );
  expect(outcomeText({ ...run, status: 'failed', error: 'The disk is full' })).toMatch(/: The disk is full$/);
});

test('a place in the log is told whole', () => {
  expect(positionText('-1')).toBe('none yet');
  expect(positionText('9007199254740993')).toBe('9,007,199,254,740,993');
});
