import { expect, test } from 'vitest';
import { dayRange, daysOf, RANGE_DAYS, rangeOf } from './day-range.ts';

const words = (query: object) => dayRange.safeParse(query).error?.issues.map(({ path, message }) => [path[0], message]);

test('the last days end today, and thirty are told of whoever asks for none', () => {
  const now = new Date('2026-11-28T23:59:59.999Z');
  expect(rangeOf(dayRange.parse({ days: '7' }), now)).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  expect(rangeOf(dayRange.parse({}), now)).toEqual({ from: '2026-10-30', to: '2026-11-28' });
});

test('own days stand, over a leap day and the turn of a year', () => {
  const range = { from: '2024-02-28', to: '2024-03-01' };
  expect(rangeOf(dayRange.parse(range), new Date())).toEqual(range);
  expect(daysOf(range)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  expect(daysOf({ from: '2025-12-31', to: '2026-01-01' })).toHaveLength(2);
});

test('what is no range is told in words', () => {
  expect(words({ days: '0' })).toEqual([['days', `Please ask for 1 to ${RANGE_DAYS} days`]]);
  expect(words({ days: 'many' })).toEqual([['days', `Please ask for 1 to ${RANGE_DAYS} days`]]);
  expect(words({ from: '2026-11-01' })).toEqual([['to', 'Please give both the first and the last day']]);
  expect(words({ from: '2026-11-02', to: '2026-11-01' })).toHaveLength(1);
  expect(words({ from: '2025-01-01', to: '2026-11-01' })).toHaveLength(1);
  expect(words({ from: '2026-02-30', to: '2026-04-01' })).toEqual([['from', 'Please give a day as 2026-11-28']]);
});

test('days of a year that the database does not have are refused', () => {
  expect(words({ from: '0000-01-01', to: '0000-01-10' })).toEqual([
    ['from', 'Please give a day as 2026-11-28'],
    ['to', 'Please give a day as 2026-11-28'],
  ]);
});
