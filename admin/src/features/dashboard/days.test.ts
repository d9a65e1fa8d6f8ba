import { expect, test } from 'vitest';
import { figureText, shortDay, sparkPath, wholeDay } from './days.ts';

test('days are UTC, wherever the browser is', () => {
  expect(shortDay('2026-11-21')).toBe('Nov 21');
  expect(wholeDay('2026-11-21')).toBe('Sat, Nov 21');
});

test('figures are told to the tenth', () => {
  expect(figureText(1_234.5)).toBe('1,234.5');
  expect(figureText(12_345)).toBe('12,345');
});

test('a line stands on the ground and fills its box', () => {
  expect(sparkPath([0, 5, 10], 20, 10)).toBe('M0,10L10,5L20,0');
  expect(sparkPath([0, 0], 20, 10)).toBe('M0,10L20,10');
  expect(sparkPath([3], 20, 10)).toBe('M0,0');
  expect(sparkPath([], 20, 10)).toBe('');
});
