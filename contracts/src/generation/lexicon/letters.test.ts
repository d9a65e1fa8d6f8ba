import { expect, test } from 'vitest';
import { settableIn, typeset, unsettableIn, unsettableMessage } from './letters.ts';

test.each([
  'Tiếng Việt',
  'Only $9.99 – 50 €',
  '¡Sí! ¿Qué? «Ça ira» … * £5 + 7 % = 100 ₹',
  'Ştefan Łódź Ægir ẞ ŉ',
  'E\u0302\u0301 ṣ Ṭ',
  'two\nlines,\u00a0a soft\u00adhyphen and a joiner\u200d',
  '',
])('sets every character of %j', (text) => {
  expect(unsettableIn(text)).toEqual([]);
});

test.each([
  ['Hello 🌍!', ['🌍']],
  ['日本へ 日', ['日', '本', 'へ']],
  ['Привет', ['П', 'р', 'и', 'в', 'е', 'т']],
  ['Family 👨‍👩‍👧 ❤️', ['👨‍👩‍👧', '❤️']],
  ['नमस्ते µ ₫', ['न', 'म', 'स्ते', 'µ', '₫']],
])('lists the characters of %j that no typeface sets, each once', (text, characters) => {
  expect(unsettableIn(text)).toEqual(characters);
});

test('typesets single spaces, curved apostrophes and composed letters', () => {
  expect(typeset("  don't\n say \u00a0 e\u0301 ")).toBe('don’t say é');
});

test('keeps the rest of a text of which some characters cannot be set', () => {
  expect(settableIn('Hà\nNội 🌍 20\u200b26')).toBe('Hà Nội 2026');
});

test('names twelve characters of many', () => {
  expect(unsettableMessage(['日', '本'])).toBe(
    'Our typefaces cannot set 日 本. Please use Latin letters, figures and common signs.',
  );
  expect(unsettableMessage('а б в г д е ж з и й к л м н'.split(' '))).toContain(
    'cannot set а б в г д е ж з и й к л and 2 more.',
  );
});
