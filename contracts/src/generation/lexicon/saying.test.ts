import { expect, test } from 'vitest';
import { sayingOf } from './saying.ts';

test.each([
  [`poster that says 'less but better'`, 'less but better'],
  ['poster "Stay Wild" in red', 'Stay Wild'],
  ['“Ça ira” on a wall', 'Ça ira'],
  ['„Guten Tag“', 'Guten Tag'],
  ["a sign 'don't panic' in large letters", 'don’t panic'],
  ['a poster saying carpe diem, in gold', 'carpe diem'],
  ['banner with the words hello world', 'hello world'],
])('%j is to be read', (prompt, text) => {
  expect(sayingOf(prompt)).toEqual({ text, quoted: true });
});

test('without a quotation the strongest words are taken', () => {
  expect(sayingOf('typography poster about the wild ocean')).toEqual({ text: 'wild ocean', quoted: false });
});

test('an apostrophe is no quotation mark', () => {
  expect(sayingOf("a sailor's dog and a baker's cat")?.quoted).toBe(false);
});

test.each(['', '🎨', 'رسم جبل', '""', "poster that says '🎨'", 'a poster of the'])(
  '%j has nothing that can be set',
  (prompt) => {
    expect(sayingOf(prompt)).toBeNull();
  },
);

test('a long text ends at a word', () => {
  const text = sayingOf(`"${'lorem ipsum '.repeat(30)}"`)?.text ?? '';
  expect(text.length).toBeLessThanOrEqual(140);
  expect(text).toMatch(/(?:lorem|ipsum)$/u);
});
