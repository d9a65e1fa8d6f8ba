import { expect, test } from 'vitest';
import { planPayouts, publicPicturesOf, type DollarSale } from './curator-plan.ts';

const [first] = publicPicturesOf('mira');
const payoutsOf = (sales: readonly DollarSale[]): string[] => {
  const noted: string[] = [];
  planPayouts((day, _, what) => noted.push(`${day}: ${what}`), sales);
  return noted;
};
const soldOn = (...days: number[]): DollarSale[] => days.map((day) => ({ day, prompt: first?.prompt ?? '' }));

test('plans no payout of less than the minimum', () => {
  expect(payoutsOf(soldOn(12))).toEqual([]);
  expect(payoutsOf(soldOn(12, 12))).toEqual(['28: mira is paid out']);
});

test('plans a payout of what has rested, and the rest for the next', () => {
  expect(payoutsOf(soldOn(12, 13))).toEqual(['60: mira is paid out']);
  expect(payoutsOf(soldOn(12, 12, 44, 44, 45))).toEqual(['28: mira is paid out', '60: mira is paid out']);
});
