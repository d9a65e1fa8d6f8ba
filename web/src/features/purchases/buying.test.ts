import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { expect, test } from 'vitest';
import { purchaseRefusalOf } from './buying.ts';

const refused = (status: number, body: { message?: string } & Record<string, unknown>) =>
  new ApiError('http', body.message ?? '', { status, body });

test('an empty wallet asks for what the server suggests, else for twice the price, at least ten dollars', () => {
  const message = 'Insufficient wallet balance';
  expect(purchaseRefusalOf(refused(402, { message, suggestedTopUp: 21 }), 'dollars', 10.01)).toEqual({
    kind: 'poor',
    message,
    topUpDollars: 21,
  });
  expect(purchaseRefusalOf(refused(402, {}), 'dollars', 6)).toEqual({ kind: 'poor', message, topUpDollars: 12 });
  expect(purchaseRefusalOf(refused(402, { message }), 'dollars', 0.75)).toMatchObject({ topUpDollars: 10 });
});

test('missing credits are told, and no wallet is opened for them', () => {
  const refusal = purchaseRefusalOf(refused(402, { message: 'Insufficient credits' }), 'credits', 10);
  expect(refusal).toEqual({ kind: 'other', message: 'Insufficient credits' });
});

test('another price is told in the unit it is paid in; a conflict without a price is no other price', () => {
  const message = 'The price has changed';
  expect(purchaseRefusalOf(refused(409, { message, expected: 1.8 }), 'dollars', 1.5)).toEqual({
    kind: 'price',
    message,
    expected: 1.8,
  });
  const both = { message, expected: { credits: 12, amount: 1.8 } };
  expect(purchaseRefusalOf(refused(409, both), 'credits', 10)).toMatchObject({ kind: 'price', expected: 12 });
  expect(purchaseRefusalOf(refused(409, { message: 'Sales Paused' }), 'credits', 10)).toEqual({
    kind: 'other',
    message: 'Sales Paused',
  });
});

test('who is not signed in is asked to be, and what nobody understands is a failed purchase', () => {
  expect(purchaseRefusalOf(refused(401, { message: 'Authentication required' }), 'credits', 5).message).toBe(
    'Please log in to purchase images',
  );
  expect(purchaseRefusalOf(new Error('x'), 'credits', 5).message).toBe('Purchase failed. Please try again.');
});
