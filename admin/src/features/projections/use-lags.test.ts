import { expect, test } from 'vitest';
import { stretches } from './use-lags.ts';

test('a stretch in which nobody looked is a gap, and no lag of nothing', () => {
  const trends = {
    success: true as const,
    from: '2026-11-28T12:00:00.000Z',
    to: '2026-11-28T12:04:00.000Z',
    stretch_seconds: 60,
    projections: [],
  };
  const lag = (minute: number, seconds: number) => ({
    at: `2026-11-28T12:0${minute}:00Z`,
    events: 1,
    more: false,
    seconds,
  });
  expect(stretches(trends, [lag(0, 0), lag(2, 7.5)]).map(({ seconds }) => seconds)).toEqual([0, null, 7.5, null]);
});
