import { SHARE_DAYS_MAX, shareEndsAt } from '@easel/contracts/shares/policy';
import { expect, test } from 'vitest';
import { endDays, endOfDay } from './share-end.ts';

test('a link may end today, and on the last day that is not too far, at their ends', () => {
  for (const now of [new Date(2026, 10, 20, 0, 0, 1), new Date(2026, 10, 20, 23, 59, 58)]) {
    const { min, max } = endDays(now);
    expect(min).toBe('2026-11-20');
    const [first, last] = [endOfDay(min), endOfDay(max)];
    if (!first || !last) throw new Error('they are days');
    expect(first > now).toBe(true);
    expect(last <= shareEndsAt(now, SHARE_DAYS_MAX)).toBe(true);
    expect(last > shareEndsAt(now, SHARE_DAYS_MAX - 2)).toBe(true);
  }
});

test.each(['', '2026-13-01', 'tomorrow'])('%j is no day', (day) => expect(endOfDay(day)).toBeUndefined());
