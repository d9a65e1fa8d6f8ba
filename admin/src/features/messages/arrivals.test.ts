import { expect, test } from 'vitest';
import { arrivedOf, NOTHING_SHOWN, shownWith } from './arrivals.ts';

const message = (id: string, second: number) => ({ id, created_at: `2026-01-01T00:00:0${second}.000Z` });

test('what was sent since, and only that, has arrived', () => {
  const shown = shownWith(NOTHING_SHOWN, [message('b', 2), message('c', 3)]);
  expect(arrivedOf(shown, [message('d', 4), message('c', 3), message('b', 2), message('a', 1)])).toBe(1);
});

test('what was sent in the same instant as the newest has arrived, too', () => {
  const shown = shownWith(NOTHING_SHOWN, [message('c', 3)]);
  expect(arrivedOf(shown, [message('c2', 3), message('c', 3)])).toBe(1);
});

test('into an empty list everything arrives, until it is shown', () => {
  expect(arrivedOf(NOTHING_SHOWN, [message('a', 1)])).toBe(1);
  expect(arrivedOf(shownWith(NOTHING_SHOWN, [message('a', 1)]), [message('a', 1)])).toBe(0);
});
