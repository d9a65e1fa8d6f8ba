import { expect, test } from 'vitest';
import { chartedMonths, shortMonth, wholeMonth } from './charted-months.ts';

const none = { credits: 0, dollars: 0, worth: 0, sales: 0 };

test('returns twelve months up to the current one, also without earnings', () => {
  const months = chartedMonths(
    [
      { month: '2027-01', downloads: { ...none, worth: 0.5 }, curator: none, challenges: { ...none, worth: 3 } },
      { month: '2026-01', downloads: { ...none, worth: 9 }, curator: none, challenges: none },
    ],
    new Date('2027-01-31T23:59:59Z'),
  );
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ month: '2026-02', downloads: 0, curator: 0, challenges: 0 });
  expect(months[11]).toEqual({ month: '2027-01', downloads: 0.5, curator: 0, challenges: 3 });
});

test('names months', () => {
  expect(wholeMonth('2026-11')).toBe('November 2026');
  expect(shortMonth('2026-11')).toBe('Nov');
});
