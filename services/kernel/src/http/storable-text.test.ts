import { expect, test } from 'vitest';
import { isStorable } from './storable-text.ts';

const storable = (json: string): boolean => isStorable(json, JSON.parse(json));

test('NUL and half a surrogate pair are not to be stored, wherever they stand', () => {
  expect(storable(String.raw`"a\u0000b"`)).toBe(false);
  expect(storable(String.raw`{"a":[{"b":"\ud83d"}]}`)).toBe(false);
  expect(storable(String.raw`{"\u0000":1}`)).toBe(false);
});

test('what only looks like it is as good as any text', () => {
  expect(storable(String.raw`{"a":"\\u0000","b":"\ud83d\ude00","c":null,"d":1}`)).toBe(true);
  expect(storable('["plain"]')).toBe(true);
});
