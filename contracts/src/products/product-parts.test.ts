import { expect, test } from 'vitest';
import { productParts } from './product-parts.ts';

test.each([
  [{ name: 'T-shirt', size: 'XL', color: 'navy' }, ['T-shirt', 'XL', 'navy']],
  [{ name: 'Poster 18x24', size: '18x24', color: '' }, ['Poster 18x24']],
  [{ name: 'Mug', size: '', color: '' }, ['Mug']],
])('names %o in the parts %o, each once', (chosen, parts) => {
  expect(productParts(chosen)).toEqual(parts);
});
