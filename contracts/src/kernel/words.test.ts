import { describe, expect, test } from 'vitest';
import { askedWords, contains, indexedWords, plain, soughtParts, wordsOf } from './words.ts';

const DECOMPOSED_CAFE = 'Cafe\u0301';

describe('words of a text', () => {
  test.each([
    ['barn.Owl at dusk', ['barn', 'owl', 'at', 'dusk']],
    ['heron/otter', ['heron', 'otter']],
    ['Fox, FOX and fox', ['fox', 'and']],
    ['ﬁshing in ４K', ['fishing', 'in', '4k']],
    [DECOMPOSED_CAFE, ['café']],
    ['हिन्दी में चित्र', ['हिन्दी', 'में', 'चित्र']],
    ['har\u00adbour', ['harbour']],
    ['می\u200cخواهم', ['میخواهم']],
    ['sun\u200bset ❤\ufe0f', ['sun', 'set']],
    ['!!! ???', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each([
    ['红色长城', ['红色', '长城']],
    ['夕焼けの海と猫', ['夕焼', '海', '猫']],
    ['東京タワー', ['東京', 'タワー']],
    ['แมวสีแดงในสวน', ['แมว', 'สี', 'แดง', 'ใน', 'สวน']],
    ['cat猫3d', ['cat', '猫', '3d']],
  ])('of %j, which is written without blanks, are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('are no longer than an index takes', () => {
    for (const letter of ['x', 'ж', '\u{10428}']) {
      for (const word of indexedWords(letter.repeat(3_000))) expect(Buffer.byteLength(word)).toBeLessThan(2_000);
    }
  });
});

describe('a text as it is compared', () => {
  test.each([
    ['İstanbul', 'istanbul'],
    ['ISPARTA', 'isparta'],
    ['ısparta', 'isparta'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ΣΟΦΌΣ', 'σοφοσ'],
    ['σοφός', 'σοφοσ'],
    ['Ёлка', 'елка'],
    [DECOMPOSED_CAFE, 'cafe'],
    ['Đà Nẵng', 'đa nang'],
  ])('has no accents: %j is %j', (text, compared) => {
    expect(plain(text)).toBe(compared);
  });

  test('keeps the marks of scripts in which they tell words apart', () => {
    for (const text of ['हिन्दी', 'がぎぐ', 'สีแดง', 'שָׁלוֹם', '한국']) expect(plain(text)).toBe(text.normalize('NFC'));
  });
});

describe('what is asked for', () => {
  test.each([
    ['barn.Owl at dusk', ['owl', 'barn.Owl at dusk', 'dusk OWL']],
    ['heron/otter', ['otter', 'heron/otter']],
    [DECOMPOSED_CAFE, ['café', DECOMPOSED_CAFE, 'cafe', 'CAFÉ']],
    ['A cafe', ['café']],
    ['हिन्दी में चित्र', ['हिन्दी में चित्र', 'चित्र']],
    ['İstanbul at night', ['İstanbul', 'istanbul', 'ISTANBUL', 'i\u0307stanbul']],
    ['Ёлка и дом', ['елка', 'ёлка', 'ДОМ']],
    ['日落时的长城', ['长城', '日落', '长城日落', '城', '日落时的长城']],
    ['市立图书馆员', ['图书馆', '图书']],
    ['夕焼けの海と猫', ['猫', '海', '夕焼け', '夕焼けの海']],
    ['東京タワーの夜', ['タワー', '東京', '京']],
    ['แมวสีแดงในสวน', ['แมว', 'สวน', 'แมวสีแดง']],
  ])('of the text %j are its own words: %j', (text, searches) => {
    const indexed = new Set(indexedWords(text));
    for (const search of searches) {
      const asked = askedWords(search);
      expect(asked).not.toEqual([]);
      expect(asked.filter((word) => !indexed.has(word))).toEqual([]);
    }
  });

  test('is nothing where only particles are asked for', () => {
    expect(askedWords('の')).toEqual([]);
    expect(askedWords('的')).toEqual([]);
  });
});

describe('a search within a text', () => {
  test.each([
    ['A Crème brûlée', 'creme BRULEE', true],
    ['A dragon', 'rag', true],
    ['heron/otter', 'otter heron', true],
    ['A dragon', 'dragon fly', false],
    ['100% wool', '%', true],
    ['wool', '%', false],
    ['a fox 🦊', '🦊', true],
    ['anything', '  ', true],
  ])('of %j for %j finds it: %j', (text, search, found) => {
    expect(contains(text, search)).toBe(found);
  });

  test('asks for signs only where there are no words', () => {
    expect(soughtParts('100% wool_')).toEqual(['100', 'wool']);
    expect(soughtParts('\0 % _')).toEqual(['%', '_']);
  });
});
