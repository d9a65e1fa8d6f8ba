import { expect, test } from 'vitest';
import { cutText, cutTextShown } from './cut-text.ts';

test('leaves what is short enough as it is', () => {
  expect(cutText('a fox', 5)).toBe('a fox');
  expect(cutText('', 0)).toBe('');
});

test('cuts between characters as people see them', () => {
  expect(cutText('a fox in snow', 5)).toBe('a fox');
  expect(cutText('a𝐛c', 2)).toBe('a');
  expect(cutText('a𝐛c', 3)).toBe('a𝐛');
  expect(cutText('cafe\u0301s', 4)).toBe('caf');
  expect(cutText('👩‍🎨 at work', 5)).toBe('👩‍🎨');
  expect(cutText('x👩‍🎨', 5)).toBe('x');
});

test('cuts a single character that is too long, though not to half a pair', () => {
  const piled = `a${'\u0301'.repeat(50)}`;
  expect(cutText(piled, 10)).toBe(piled.slice(0, 10));
  const pairs = `𝐛${'\u{1D165}'.repeat(9)}`;
  expect(cutText(pairs, 5).isWellFormed()).toBe(true);
});

test('marks what was cut, within the same length', () => {
  expect(cutTextShown('a fox in snow', 7)).toBe('a fox…');
  expect(cutTextShown('a fox', 5)).toBe('a fox');
});
