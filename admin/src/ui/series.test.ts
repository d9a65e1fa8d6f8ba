import { expect, test } from 'vitest';
import { alongTime } from './series.ts';

const series = (...names: (string | null)[]) => ({
  along: 'day',
  series: ['facts'],
  points: names.map((day, index) => ({ day, facts: index })),
});

test.each([
  ['months', ['2026-11', '2026-09'], [Date.UTC(2026, 8), Date.UTC(2026, 10)]],
  ['days', ['2026-11-21', '2026-11-01'], [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 21)]],
  [
    'instants',
    ['2026-11-20 10:00:00.250', '2026-11-20 09:00:00'],
    [Date.UTC(2026, 10, 20, 9), Date.UTC(2026, 10, 20, 10, 0, 0, 250)],
  ],
])('points named by %s are put in order, each at its time', (_, names, times) => {
  const drawn = alongTime(series(...names));
  expect(drawn.times).toEqual(times);
  expect(drawn.points.map(({ facts }) => facts)).toEqual([1, 0]);
});

test.each([
  ['words', ['bug', '2026-11-20']],
  ['a month that there is not', ['2026-13']],
  ['nothing', [null]],
])('points named by %s stay as they are', (_, names) => {
  const drawn = series(...names);
  expect(alongTime(drawn)).toBe(drawn);
});
