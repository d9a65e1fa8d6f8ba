import { describe, expect, test } from 'vitest';
import { categoriesOf } from './filing.ts';

describe('the categories of a picture', () => {
  test.each([
    ['A fox in the snow', 'auto', ['animals']],
    ['Wolves on a mountain', 'auto', ['landscapes', 'animals']],
    ['Two lighthouses', 'auto', ['sea']],
    ['Puppies on the beaches', 'auto', ['sea', 'animals']],
    ['Witches', 'auto', ['fantasy']],
    ['Something else', 'architecture', ['cities']],
    ['Something else', 'auto', []],
    ['Foxglove', 'auto', []],
  ] as const)('of %j in the style %s are %j', (prompt, style, expected) => {
    expect(categoriesOf(prompt, style)).toEqual(expected);
  });
});
