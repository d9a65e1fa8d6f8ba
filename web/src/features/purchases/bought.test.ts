import { expect, test } from 'vitest';
import { formatsOf, nameOf, paidText, sizesOf } from './bought.ts';

test('what was paid has its unit and its way', () => {
  expect(paidText({ method: 'credits', credits: 10, amount: 0 })).toBe('10 credits');
  expect(paidText({ method: 'dollars', credits: 0, amount: 1.5 })).toBe('$1.50 from your wallet');
  expect(paidText({ method: 'card', credits: 0, amount: 6 })).toBe('$6.00 by card');
});

test('the bought size and every smaller one can be had', () => {
  expect(sizesOf('4K')).toEqual(['4K', '2K', '1K']);
  expect(sizesOf('1K')).toEqual(['1K']);
});

test('png can be had always, other formats by the plan', () => {
  expect(formatsOf('free')).toEqual(['png']);
  expect(formatsOf('enterprise')).toEqual(['png', 'jpg', 'webp', 'tiff', 'svg']);
});

test('a purchase has a name', () => {
  expect(nameOf({ purchased_at: '2026-11-21T12:00:00Z', size: '2K' })).toBe('image bought on Nov 21, 2026, 2K');
});
