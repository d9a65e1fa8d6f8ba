import { expect, test } from 'vitest';
import {
  addressOf,
  isNarrowed,
  narrowingCount,
  noFilter,
  queryOf,
  readAddress,
  writeAddress,
} from './gallery-filter.ts';

const read = (text: string) => readAddress(new URLSearchParams(text));

test('an empty address is the first page of everything, and the other way round', () => {
  expect(read('')).toEqual({ view: 'pages', page: 1, filter: noFilter });
  expect(addressOf(read(''))).toBe('/your-gallery');
});

test('what an address says comes back as the same address', () => {
  const text =
    'view=wall&category=saved&search=red+fox&model=zen&ratio=square_1_1&seed=42&from=2026-11-01&to=2026-11-21';
  expect(writeAddress(read(text)).toString()).toBe(text);
  expect(narrowingCount(read(text).filter)).toBe(5);
  expect(queryOf(read(text).filter)).toMatchObject({ model: 'zen', seed: '42' });
});

test('asks the server for the days of the reader’s clock, as instants of which the last is not included', () => {
  expect(queryOf(read('from=2026-11-21&to=2026-11-21').filter)).toEqual({
    from: new Date(2026, 10, 21).toISOString(),
    to: new Date(2026, 10, 22).toISOString(),
  });
});

test('reads a category in any letters as its own', () => {
  expect(addressOf(read('category=Saved'))).toBe('/your-gallery?category=saved');
});

test.each([
  'model=none',
  'seed=-1',
  'seed=99999999999',
  'from=2026-13-01',
  'from=yesterday',
  'from=1969-12-31',
  'view=none',
  'page=0',
  'search=++',
])('%s does not count', (text) => {
  const address = read(text);
  expect(isNarrowed(address.filter)).toBe(false);
  expect(addressOf(address)).toBe('/your-gallery');
});
