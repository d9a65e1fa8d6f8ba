import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['spaces', ' \t\n\u00a0\u3000'],
  ['a zero-width space', '\u200b'],
  ['joiners and direction marks', '\u200d\u200c\u200e\u202e'],
  ['a word joiner and a byte order mark', '\u2060\ufeff'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['an empty Braille pattern', '\u2800'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['control characters', '\u0000\u0007'],
  ['a soft hyphen', '\u00ad'],
])('%s are no visible text', (_, text) => {
  expect(visibleText(text)).toBe('');
});

test.each(['a fox', '狐', 'ש', '🦊', '.', '👨\u200d👩\u200d👧', 'नि', '\u28ff', '\u0301'])(
  '%j is visible text',
  (text) => {
    expect(visibleText(` ${text}\n`)).toBe(text);
  },
);
