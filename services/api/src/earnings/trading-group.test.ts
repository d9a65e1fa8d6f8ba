import { expect, test } from 'vitest';
import { groupOf, ringOf } from './trading-group.ts';

/** Builds deals from pairs of buyer and seller. */
const dealsOf = (...pairs: [string, string][]) => ({
  sellersOf: (id: string) => Promise.resolve(pairs.flatMap(([buyer, seller]) => (buyer === id ? [seller] : []))),
  buyersOf: (id: string) => Promise.resolve(pairs.flatMap(([buyer, seller]) => (seller === id ? [buyer] : []))),
});

test('finds everyone who can be reached, the nearest first', async () => {
  const deals = dealsOf(['a', 'b'], ['b', 'c'], ['c', 'a'], ['x', 'y']);
  expect([...(await groupOf('a', deals.sellersOf))]).toEqual(['a', 'b', 'c']);
});

test('stops at two thousand members', async () => {
  const next = (id: string) => Promise.resolve([`${Number(id) + 1}`]);
  expect((await groupOf('0', next)).size).toBe(2_000);
});

test('finds no ring for a fan who only buys, however many members sell to the fan', async () => {
  expect(await ringOf('a', dealsOf(['fan', 'a'], ['fan', 'b'], ['a', 'shop']))).toEqual(new Set());
});

test('finds two members who buy from each other, and a circle through others', async () => {
  expect(await ringOf('a', dealsOf(['a', 'b'], ['b', 'a'], ['fan', 'a']))).toEqual(new Set(['b']));
  const circle = dealsOf(['a', 'b'], ['b', 'c'], ['c', 'a'], ['fan', 'c'], ['c', 'shop']);
  expect(await ringOf('a', circle)).toEqual(new Set(['b', 'c']));
});
