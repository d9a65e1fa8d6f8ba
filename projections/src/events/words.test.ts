import { describe, expect, test } from 'vitest';
import { hexOfKey, keyOf, searchedWords } from './blocks.ts';
import { Words, WORDS_MAX } from './words.ts';

/** Whether all that is asked for is among the words of the text. */
function finds(text: string, asked: string): boolean {
  const words = new Words();
  words.within(text);
  const has = new Set<string>();
  for (let index = 0; index < words.count; index++) {
    has.add(hexOfKey({ a: words.halves[2 * index] ?? 0, b: words.halves[2 * index + 1] ?? 0 }));
  }
  const keys = searchedWords(asked).map(({ key }) => key);
  return keys.length > 0 && keys.every((key) => has.has(hexOfKey(key)));
}

describe('words', () => {
  test.each([
    ['A quiet harbour', 'harbour'],
    ['A quiet harbour', 'HARBOUR quiet'],
    ['image/png; charset', 'png'],
    ['image/png', 'image/png'],
    ['image-download', 'image-download'],
    ['image-download', 'download'],
    ['image_download', 'image'],
    ['-leading and trailing-', 'leading trailing'],
    ['Ärger in Łódź', 'ärger łódź'],
    ['Ärger image-download', 'download'],
    ['СЕВЕР', 'север'],
    ['東京タワー と image', '東京タワー'],
    ['ﬁne', 'fine'],
    ['x', 'X'],
    ['a_b', 'a_b'],
  ])('of %j are found by %j', (text, asked) => {
    expect(finds(text, asked)).toBe(true);
  });

  test.each([
    ['A quiet harbour', 'harb'],
    ['A quiet harbour', 'harbour dusk'],
    ['a_b', 'a-b'],
    ['東京', '東亰'],
    ['р', 'Ѡ'],
    ['image-download', 'load'],
    ['anything', '- _ ,'],
    ['', 'x'],
  ])('of %j are not found by %j', (text, asked) => {
    expect(finds(text, asked)).toBe(false);
  });

  test('of an id are the id alone', () => {
    const words = new Words();
    words.within('0198f3a2-1111-7222-8333-444455556666');
    expect(words.count).toBe(1);
    expect(finds('0198F3A2-1111-7222-8333-444455556666', '0198f3a2-1111-7222-8333-444455556666')).toBe(true);
  });

  test('that come again are kept once, and no more than so many', () => {
    const words = new Words();
    words.within('one One ONE two');
    expect(words.count).toBe(2);
    words.within(Array.from({ length: 2 * WORDS_MAX }, (_, index) => `w${index}`).join(' '));
    expect(words.count).toBe(WORDS_MAX);
  });

  test('differ where their texts do', () => {
    const keys = new Set<string>();
    for (let index = 0; index < 50_000; index++) keys.add(hexOfKey(keyOf(`word${index}`)));
    expect(keys.size).toBe(50_000);
  });
});
