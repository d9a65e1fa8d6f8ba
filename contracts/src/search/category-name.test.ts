import { expect, test } from 'vitest';
import { categoryNamed } from './category-name.ts';
import { searchCategories } from './policy.ts';

test.each([
  ['animals', 'animals'],
  ['Animals', 'animals'],
  [' ANIMAL ', 'animals'],
  ['landscape', 'landscapes'],
  ['City', 'cities'],
  ['Flowers and plants', 'plants'],
  ['flowers-and-plants', 'plants'],
  ['Flowers & Plants', 'plants'],
  ['Flowers', 'plants'],
  ['cities_and_buildings', 'cities'],
  ['Public', 'public'],
  ['SAVED', 'saved'],
  ['T-Shirt Competition', 'tshirt-competition'],
  ['design challenge', 'Design Challenge'],
  ['nothing-of-ours', 'nothing-of-ours'],
  ['%\0', '%\0'],
  ['', ''],
])('reads the category %j as %j', (written, id) => {
  expect(categoryNamed(written)).toBe(id);
});

test('finds every category by its id and by its name', () => {
  for (const { id, name } of searchCategories) {
    expect(categoryNamed(id)).toBe(id);
    expect(categoryNamed(name.toUpperCase())).toBe(id);
  }
});
