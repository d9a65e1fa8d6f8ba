import { expect, test } from 'vitest';
import { categoryName } from './gallery-controls.tsx';

test.each([
  ['plants', 'Flowers and plants'],
  ['tshirt-competition', 'T-Shirt Competition'],
  ['poster-competition', 'Poster Competition'],
  ['my own words', 'my own words'],
])('calls the category %s %s', (category, name) => {
  expect(categoryName(category)).toBe(name);
});
