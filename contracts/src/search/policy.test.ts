import { describe, expect, test } from 'vitest';
import { keptWords, SEARCH_MAX, searchCategories } from './policy.ts';

describe('what of a search may be kept', () => {
  test.each([
    ['  A Red   FOX ', 'a red fox'],
    ['ﬁshing boat', 'fishing boat'],
    ['light\u00adhouse\u2060', 'lighthouse'],
    ['red\u200bfox', 'red fox'],
    ['ada\u200d@example.org', ''],
    ['blade runner 2049', 'blade runner 2049'],
    ['route 66 at 7:30', 'route 66 at 7:30'],
    ['ada@example.org', ''],
    ['portrait of ada@example.org smiling', 'portrait of smiling'],
    ['call 017123456', 'call'],
    ['call 0171 234-56 now', 'call now'],
    ['call (0171) 23 / 45', 'call'],
    ['٠١٢٣٤', ''],
    ['abc12d345', ''],
    ['1984 2001', ''],
    ['!!! ???', ''],
    ['', ''],
  ])('of %j it is %j', (text, kept) => {
    expect(keptWords(text)).toBe(kept);
  });

  test('is no longer than a search may be, whatever the characters become', () => {
    expect(keptWords('ﷺ '.repeat(100)).length).toBeLessThanOrEqual(SEARCH_MAX);
  });
});

test('gives each category an id of its own that an address can hold', () => {
  const ids = searchCategories.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+$/);
});
