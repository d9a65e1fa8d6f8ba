import { Refused } from '@easel/contracts/kernel/problem';
import { expect, test } from 'vitest';
import { placeOf } from './listing-page.ts';

const id = 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6';

test('reads the place in a cursor', () => {
  const at = '2028-02-29T23:59:59.123456Z';
  expect(placeOf(`${at}_${id}`)).toEqual({ at, id });
});

test.each([
  '2026-02-31T10:00:00.000000Z',
  '2026-04-31T10:00:00.000000Z',
  '2026-13-01T10:00:00.000000Z',
  '2026-01-01T25:00:00.000000Z',
])('rejects a cursor of %s, which is no instant', (at) => {
  expect(() => placeOf(`${at}_${id}`)).toThrow(Refused);
});
