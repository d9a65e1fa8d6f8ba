import { expect, test } from 'vitest';
import { accountPath, atOf, hashOf, listPath } from './addresses.ts';

test('the filters stand in the address, also those that have a meaning in addresses', () => {
  const filter = { note: 'a&b=#c', reason: ['top-up', 'refund'] };
  const { pathname, searchParams, hash } = new URL(listPath(filter), 'http://here');
  expect(pathname).toBe('/ledger');
  expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual(filter);
  expect(hash).toBe('');
});

test('an account is looked at as of an instant', () => {
  const at = '2026-11-21T10:00:00.120Z';
  const { searchParams, hash } = new URL(accountPath('m', at), 'http://here');
  expect(searchParams.get('filter')).toBe('{"member":"m"}');
  expect(atOf(hash)).toBe(at);
  expect(hash).toBe(hashOf(at));
});

test.each(['', '#', '#at=', '#at=yesterday', '#else=1'])('%j names no instant', (hash) => {
  expect(atOf(hash)).toBeUndefined();
});
