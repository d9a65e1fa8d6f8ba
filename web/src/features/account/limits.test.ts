import { expect, test } from 'vitest';
import { imagesLeft } from './limits.ts';

const usage = { monthlyGenerations: 30, totalGenerations: 100, monthlyCredits: 50 };

test('what is left of the month is never less than nothing', () => {
  expect(imagesLeft({ limits: { monthly: 50, total: null }, usage })).toBe(20);
  expect(imagesLeft({ limits: { monthly: 20, total: null }, usage })).toBe(0);
  expect(imagesLeft({ limits: { monthly: null, total: null }, usage })).toBeNull();
});
