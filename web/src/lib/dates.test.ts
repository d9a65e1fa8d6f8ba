import { expect, test } from 'vitest';
import { absoluteDate, dateAndTime, dayWithZone, relativeDate } from './dates.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

test.each([
  ['2026-11-21T11:59:30.000Z', 'just now'],
  ['2026-11-21T12:00:20.000Z', 'just now'],
  ['2026-11-21T11:55:00.000Z', '5 minutes ago'],
  ['2026-11-21T09:00:00.000Z', '3 hours ago'],
  ['2026-11-20T11:00:00.000Z', 'yesterday'],
  ['2026-11-15T12:00:00.000Z', '6 days ago'],
  ['2026-11-14T11:59:00.000Z', 'Nov 14, 2026'],
  ['2025-02-03T12:00:00.000Z', 'Feb 3, 2025'],
])('%s reads %s', (iso, text) => {
  expect(relativeDate(iso, now)).toBe(text);
});

test('what is no date reads as nothing', () => {
  expect(relativeDate('soon', now)).toBe('');
  expect(absoluteDate('soon')).toBe('');
  expect(dayWithZone('')).toBe('');
});

test('a day that decides something names the time zone in which it is that day', () => {
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts(new Date('2026-11-21T12:00:00.000Z'))
    .find(({ type }) => type === 'timeZoneName')?.value;
  expect(dayWithZone('2026-11-21T12:00:00.000Z')).toMatch(/^November 2[12], 2026 \(.+\)$/);
  expect(dayWithZone('2026-11-21T12:00:00.000Z')).toContain(`(${zone})`);
  expect(dateAndTime('2026-11-21T12:00:00.000Z').endsWith(` ${zone}`)).toBe(true);
});

test('the whole date names the day', () => {
  expect(absoluteDate('2026-11-21T12:00:00.000Z')).toMatch(/^Saturday, November 21, 2026 at /);
});
