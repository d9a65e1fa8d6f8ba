import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { providerProblems } from '@easel/contracts/providers/problems';
import { expect, test } from 'vitest';
import { newPriceOf, newPriceText } from './price-change.ts';

const refusal = (code: string, body: unknown) => new ApiError('http', 'No', { status: 409, code, body });

test('reads the new price from the refusal', () => {
  const price = newPriceOf(refusal(providerProblems.priceChanged.code, { expected: 7.5 }));
  expect(price).toBe(7.5);
  expect(newPriceText(7.5)).toBe('The price has changed to 7.5 credits. Nothing was charged.');
});

test('returns no price for other errors', () => {
  expect(newPriceOf(refusal(providerProblems.unavailable.code, { expected: 7.5 }))).toBeUndefined();
  expect(newPriceOf(new Error('No'))).toBeUndefined();
});
