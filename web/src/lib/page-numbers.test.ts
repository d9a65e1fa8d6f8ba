import { expect, test } from 'vitest';
import { pageNumbers, pageOf } from './page-numbers.ts';

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, 'gap', 20]],
  [4, 20, [1, 2, 3, 4, 5, 'gap', 20]],
  [5, 20, [1, 'gap', 4, 5, 6, 'gap', 20]],
  [16, 20, [1, 'gap', 15, 16, 17, 'gap', 20]],
  [17, 20, [1, 'gap', 16, 17, 18, 19, 20]],
  [20, 20, [1, 'gap', 16, 17, 18, 19, 20]],
])('page %i of %i', (current, pages, items) => {
  expect(pageNumbers(current, pages)).toEqual(items);
});

test('pages stand in order, with the first, the last and the current one, and every gap hides at least two', () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let current = 1; current <= pages; current++) {
      const items = pageNumbers(current, pages);
      const numbers = items.filter((item) => item !== 'gap');
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([1, current, pages]));
      const gaps = items.flatMap((item, index) =>
        item === 'gap' ? [Number(items[index + 1]) - Number(items[index - 1])] : [],
      );
      for (const steps of gaps) expect(steps).toBeGreaterThan(2);
    }
  }
});

test.each([
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['1e309', 1],
  ['abc', 1],
  ['7', 7],
])('%j in the address is page %i', (text, page) => {
  expect(pageOf(text)).toBe(page);
});
