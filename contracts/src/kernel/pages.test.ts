import { expect, test } from 'vitest';
import { pageQuery } from './pages.ts';

test('reads a page and its length, and uses the defaults where they are absent', () => {
  expect(pageQuery(12).parse({ page: '3', limit: '1000' })).toEqual({ page: 3, limit: 1000 });
  expect(pageQuery(12).parse({})).toEqual({ page: 1, limit: 12 });
});

test.each(['0', '-1', '1.5', '1000001', 'many', ['1', '2']])('refuses page %j with a sentence', (page) => {
  const { error } = pageQuery(12).safeParse({ page });
  expect(new Set(error?.issues.map(({ message }) => message))).toEqual(
    new Set(['Please send a whole number from 1 to 1000000']),
  );
});

test('refuses a length that is too great with a sentence', () => {
  expect(pageQuery(12).safeParse({ limit: '1001' }).error?.issues).toMatchObject([
    { path: ['limit'], message: 'Please send a whole number from 1 to 1000' },
  ]);
});
