import { expect, test } from 'vitest';
import { figureText, shortDay, wholeDay } from './days.ts';

test('days are UTC, wherever the browser is', () => {
  expect(shortDay('2026-11-21')).toBe('Nov 21');
  expect(wholeDay('2026-11-21')).toBe('Sat, Nov 21');
});

test('figures are told to the tenth', () => {
  expect(figureText(1_234.5)).toBe('1,234.5');
  expect(figureText(12_345)).toBe('12,345');
});
