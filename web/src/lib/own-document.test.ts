import { expect, test } from 'vitest';
import { isDocumentOfItsOwn } from './own-document.ts';

test.each([
  ['/checkout', true],
  ['/checkout?order=1', true],
  ['/Checkout/', true],
  ['/checkouts', false],
  ['/cart', false],
  ['/orders/checkout', false],
])('%s is a document of its own: %s', (address, own) => {
  expect(isDocumentOfItsOwn(address)).toBe(own);
});
