import { expect, test } from 'vitest';
import { letteringOf, sayingOf, writtenOf } from './saying.ts';

test.each([
  [`poster that says 'less but better'`, 'less but better'],
  ['poster "Stay Wild" in red', 'Stay Wild'],
  ['“Ça ira” on a wall', 'Ça ira'],
  ['„Guten Tag“', 'Guten Tag'],
  ["a sign 'don't panic' in large letters", 'don’t panic'],
  ['a poster saying carpe diem, in gold', 'carpe diem'],
  ['banner with the words hello world', 'hello world'],
  ['poster that says "Tiếng Việt"', 'Tiếng Việt'],
  ['poster "Only $9.99 – 50 €"', 'Only $9.99 – 50 €'],
  ['poster „¡Hola! *«50 £»…“', '¡Hola! *«50 £»…'],
  // What cannot be set is reported, not dropped.
  ['poster that says "Привет 🎨"', 'Привет 🎨'],
])('%j is to be read', (prompt, text) => {
  expect(sayingOf(prompt)).toEqual({ text, quoted: true });
});

test.each([
  ['a logo for a bakery called Crumb', 'Crumb'],
  ['a neon sign saying open late', 'open late'],
  ['badge named Night Owls with a moon', 'Night Owls'],
])('%j bears the name or words of its sign', (prompt, text) => {
  expect(sayingOf(prompt)).toEqual({ text, quoted: true });
});

test.each(['an owl reading a book by candlelight', 'a woman who says nothing', 'a cat named Whiskers'])(
  'finds nothing to be read in %j',
  (prompt) => {
    expect(sayingOf(prompt)?.quoted).toBe(false);
  },
);

test.each([
  ['$$$ !', '$$$ !'],
  [' 50  € ', '50 €'],
  ['🎷', '🎷'],
])('words given as %j are to be read', (given, text) => {
  expect(writtenOf(given)).toEqual({ text, quoted: true });
});

test.each(['', ' ', '\u200b'])('words given as %j are none', (given) => {
  expect(writtenOf(given)).toBeNull();
});

test('without a quotation the strongest words are taken', () => {
  expect(sayingOf('typography poster about the wild ocean')).toEqual({ text: 'wild ocean', quoted: false });
});

test('an apostrophe is no quotation mark', () => {
  expect(sayingOf("a sailor's dog and a baker's cat")?.quoted).toBe(false);
});

test.each(['', '🎨', 'رسم جبل', '""', '"…"', 'a poster of the'])('%j has nothing that can be set', (prompt) => {
  expect(sayingOf(prompt)).toBeNull();
});

test('a long text ends at a word', () => {
  const text = sayingOf(`"${'lorem ipsum '.repeat(30)}"`)?.text ?? '';
  expect(text.length).toBeLessThanOrEqual(140);
  expect(text).toMatch(/(?:lorem|ipsum)$/u);
});

test.each([
  ['Jazz night in Berlin, 14 June', 'Jazz night in Berlin, 14 June'],
  ['poster for the jazz night with a guitar, 14 June', 'jazz night with a guitar, 14 June'],
  ['Summer festival in the park, sunny, 3 July', 'Summer festival in the park, sunny, 3 July'],
  ['vintage style, wine market by the sea, Saturday 20:00, warm colours', 'wine market by the sea, Saturday 20:00'],
  ['a poster "Open air" for the concert on 3 May', 'Open air'],
])('a poster of %j bears %j', (prompt, words) => {
  expect(letteringOf(prompt)).toBe(words);
});

test.each(['a red fox in the snow', 'a night in the mountains', 'poster of the jazz night', '14 foxes', ''])(
  'a poster of %j bears no words',
  (prompt) => {
    expect(letteringOf(prompt)).toBe('');
  },
);
