import { searchHttp } from '@easel/contracts/search/http';
import { expect, test } from 'vitest';
import { addressOf, isAsked, isBrowsing, narrowingCount, noSearch, queryOf, readAddress } from './search-address.ts';

const read = (text: string) => readAddress(new URLSearchParams(text));

test.each([
  '/search',
  '/search?q=red+fox',
  '/search?category=animals&view=list',
  '/search?q=fox&colour=red&model=zen&ratio=square_1_1&resolution=2k&of=own&page=3',
  '/search?like=f81d4fae-7dec-41d0-8765-00a0c91e6bf6',
])('%s is read and written the same', (address) => {
  expect(addressOf(read(address.split('?')[1] ?? ''))).toBe(address);
});

test.each([
  'colour=mauve',
  'model=x',
  'ratio=7:3',
  'resolution=9k',
  'of=others',
  'like=7',
  'view=wall',
  'page=0',
  'q=%20',
])('what the server would refuse does not count: %s', (text) => {
  expect(addressOf(read(text))).toBe('/search');
});

test('asks for no page that the server would refuse, and so leads to the last one', () => {
  const { page } = read('q=fox&page=5000');
  expect(searchHttp.images.query.parse({ q: 'fox', page }).page).toBe(page);
});

test.each(['Animals', 'ANIMAL', 'animals'])('reads the category %s as animals', (category) => {
  expect(addressOf(read(`category=${category}`))).toBe('/search?category=animals');
});

test('words are cut to what may be searched for', () => {
  expect(read(`q=${'x'.repeat(300)}`).search.q).toHaveLength(200);
});

test('the server is asked for what counts alone', () => {
  expect(queryOf({ ...noSearch, q: 'fox', colour: 'red' })).toEqual({ q: 'fox', colour: 'red' });
});

test('a category without words is browsed, and where to look asks for nothing', () => {
  expect(isBrowsing({ ...noSearch, category: 'animals', colour: 'red' })).toBe(true);
  expect(isBrowsing({ ...noSearch, category: 'animals', q: 'fox' })).toBe(false);
  expect(isBrowsing({ ...noSearch, colour: 'red' })).toBe(false);
  expect(isAsked({ ...noSearch, of: 'own' })).toBe(false);
  expect(isAsked({ ...noSearch, colour: 'red' })).toBe(true);
  expect(narrowingCount({ ...noSearch, q: 'fox', category: 'animals', colour: 'red', model: 'zen' })).toBe(3);
});
