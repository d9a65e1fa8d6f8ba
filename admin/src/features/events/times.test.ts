import { expect, test } from 'vitest';
import { dayOf, isDay, toggled } from './facets.ts';
import { between, stretchText, sumOf, tickText, stretchOf } from './times.ts';

const counts = [
  { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', count: 3 },
  { from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z', count: 0 },
  { from: '2026-11-22T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z', count: 4 },
] as const;
const [first, second, third] = counts;

test('a stretch of counts is the time from the beginning of its first to the end of its last', () => {
  expect(between(first, second)).toEqual({ from: '2026-11-20T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' });
  expect(between(third, third)).toEqual(dayOf('2026-11-22'));
  expect(sumOf(counts)).toBe(7);
});

test('a count is called by as much of its instant as its unit has', () => {
  expect(stretchText(first, third, 'day')).toBe('2026-11-20 to 2026-11-22');
  expect(stretchText(first, first, 'month')).toBe('2026-11');
  expect(stretchText(first, first, 'hour')).toBe('2026-11-20 00:00');
  expect(tickText('2026-11-20T07:05:00.000Z', 'minute')).toBe('07:05');
});

test('a day is chosen where the filters ask for just that', () => {
  expect(isDay('2026-11-20', { ...dayOf('2026-11-20'), type: ['Any'] })).toBe(true);
  expect(isDay('2026-11-20', { from: dayOf('2026-11-20').from })).toBe(false);
  expect(isDay('2026-11-20', dayOf('2026-11-21'))).toBe(false);
});

test('a value is put on and off the chosen', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});

test('a chosen stretch keeps its times while new counts come behind, and is all of them where its ends are gone', () => {
  const at = (hour: number) => ({ from: `2026-11-28T0${hour}:00:00.000Z`, to: '', count: 1 });
  const ends = { from: at(2).from, to: at(3).from };
  expect(stretchOf([at(1), at(2), at(3)], ends)).toEqual({ startIndex: 1, endIndex: 2 });
  expect(stretchOf([at(1), at(2), at(3), at(4), at(5)], ends)).toEqual({ startIndex: 1, endIndex: 2 });
  expect(stretchOf([at(1), at(2), at(3)], { from: at(2).from })).toEqual({ startIndex: 1, endIndex: 2 });
  expect(stretchOf([at(7), at(8)], ends)).toEqual({ startIndex: 0, endIndex: 1 });
  expect(stretchOf([at(7), at(8)], {})).toEqual({ startIndex: 0, endIndex: 1 });
});
