import { expect, test } from 'vitest';
import { nestingDepth } from './nesting.ts';

test('brackets count, those in strings do not', () => {
  expect(nestingDepth('1')).toBe(0);
  expect(nestingDepth('{"a":[1,{"b":2}]}')).toBe(3);
  expect(nestingDepth('{"a":"[[[\\"[["}')).toBe(1);
  expect(nestingDepth('['.repeat(100_000))).toBe(100_000);
});
