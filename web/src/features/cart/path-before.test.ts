import { expect, test } from 'vitest';
import { pathBefore } from './path-before.ts';

test.each([
  ['https://easel.test/public-gallery?search=fox', '/public-gallery?search=fox'],
  ['https://easel.test/cart', '/'],
  ['https://other.test/public-gallery', '/'],
  ['', '/'],
  ['nonsense', '/'],
])('from %j one goes back to %s', (referrer, path) => {
  expect(pathBefore(referrer, 'https://easel.test', '/cart')).toBe(path);
});
