import { expect, test } from 'vitest';
import { counted, durationText, verdictOf } from './verdict.ts';

const audit = {
  id: '1',
  member_id: null,
  reason: 'the month is over',
  requested_by: { id: '2', role: 'auditor' },
  requested_at: '2026-11-21T10:00:00.000Z',
  started_at: '2026-11-21T10:00:00.000Z',
  ended_at: null,
  progress: { streams: 1_200, facts: 34_567 },
  findings: 0,
  verified: null,
  error: null,
} as const;

test('a clean log is said to be so, with what was read', () => {
  expect(verdictOf({ ...audit, status: 'clean' })).toMatch(/^Nothing is amiss: 34,567 facts of 1,200 streams /);
});

test('what is amiss is counted, also while it is being looked for', () => {
  expect(verdictOf({ ...audit, status: 'findings', findings: 1 })).toMatch(/^1 difference in 34,567 facts/);
  expect(verdictOf({ ...audit, status: 'running', findings: 2 })).toContain('2 differences so far');
  expect(verdictOf({ ...audit, status: 'running' })).toContain('Nothing is amiss yet');
});

test.each(['failed', 'cancelled'] as const)('who %s has proven nothing', (status) => {
  expect(verdictOf({ ...audit, status })).toContain('nothing is proven either way');
});

test('one is one', () => {
  expect(counted(1, 'fact')).toBe('1 fact');
  expect(counted(0, 'fact')).toBe('0 facts');
});

test.each([
  [-5, '0.0 s'],
  [420, '0.4 s'],
  [12_900, '12 s'],
  [185_000, '3 min 05 s'],
  [7_620_000, '2 h 07 min'],
])('%i ms read as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
