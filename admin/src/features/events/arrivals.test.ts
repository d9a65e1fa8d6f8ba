import type { EventRecord } from '@easel/contracts/events/http';
import { expect, test } from 'vitest';
import { FOLLOWED_MOST, joined, newestOf, upTo } from './arrivals.ts';

const row = (position: number | bigint): EventRecord => ({
  id: String(position),
  event_id: `event-${position}`,
  type: 'ImageFavorited',
  category: 'image',
  stream: 'image-1',
  revision: 0,
  at: '2026-05-01T10:00:00.000Z',
  actor: { kind: 'member', id: null, role: null },
  member_id: null,
  correlation_id: null,
  causation_id: null,
});
const rows = (...positions: (number | bigint)[]) => positions.map(row);
const positions = (list: readonly EventRecord[]) => list.map(({ id }) => Number(id));

test('what arrives stands before what was there, each row once', () => {
  expect(positions(joined(rows(12, 11, 9), rows(9, 4)))).toEqual([12, 11, 9, 4]);
  expect(positions(joined(rows(3), []))).toEqual([3]);
  const listed = rows(9, 4);
  expect(joined([], listed)).toBe(listed);
});

test('a page that has followed for long keeps the newest', () => {
  const arrived = Array.from({ length: FOLLOWED_MOST }, (_, index) => row(1_000 - index));
  const list = joined(arrived, rows(9, 4));
  expect(list).toHaveLength(FOLLOWED_MOST);
  expect(positions(list).at(-1)).toBe(1_000 - FOLLOWED_MOST + 1);
});

test('positions are compared as numbers, beyond what a number holds', () => {
  const long = 9_007_199_254_740_993n;
  expect(newestOf(rows(9), rows(long, 10))).toBe(String(long));
  expect(newestOf(undefined, [])).toBeUndefined();
  expect(positions(upTo(rows(long, 10, 9), '10'))).toEqual([10, 9]);
});

test('nothing newer is shown while the page is held, everything afterwards', () => {
  const arrived = rows(12, 11);
  expect(upTo(arrived, '11')).toHaveLength(1);
  expect(upTo(arrived, undefined)).toBe(arrived);
});
