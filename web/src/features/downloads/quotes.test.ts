import { pendingDownload, type Quote } from '@easel/contracts/downloads/http';
import type { Generation } from '@easel/contracts/generation/http';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formatIn, leftText, pendingOf, priceText, sameTerms } from './quotes.ts';

const quote: Quote = {
  formats: ['png', 'jpg'],
  availableTiers: ['1K', '2K'],
  requestedTier: '4K',
  finalTier: '2K',
  imageDimensions: { width: 2048, height: 1152 },
  cents: 150,
  credits: 10,
  own: false,
  bought: false,
  downloadsLeft: 24,
  expiresAt: '2026-11-21T12:15:00.000Z',
};

test('the price is told in both units, or why there is none', () => {
  expect(priceText(quote)).toBe('$1.50 or 10 credits');
  expect(priceText({ ...quote, credits: null, cents: 99 })).toBe('$0.99');
  expect(priceText({ ...quote, cents: 0, credits: 0, own: true })).toBe('Free, it is your own');
  expect(priceText({ ...quote, cents: 0, credits: 0, bought: true })).toBe('Free, you bought it');
});

test('what is left is told where it is counted', () => {
  expect(leftText(quote)).toBe('24 downloads this month');
  expect(leftText({ ...quote, downloadsLeft: 1 })).toBe('1 download this month');
  expect(leftText({ ...quote, downloadsLeft: null })).toBeUndefined();
  expect(leftText({ ...quote, own: true })).toBeUndefined();
});

test('a format that the plan lacks is another', () => {
  expect(formatIn(quote, 'jpg')).toBe('jpg');
  expect(formatIn(quote, 'webp')).toBe('png');
});

test('another price or size is another deal; a later end of the quote is not', () => {
  expect(sameTerms(quote, { ...quote, expiresAt: '2026-11-21T12:30:00.000Z', downloadsLeft: 23 })).toBe(true);
  expect(sameTerms(quote, { ...quote, cents: 180 })).toBe(false);
  expect(sameTerms(quote, { ...quote, credits: null })).toBe(false);
  expect(sameTerms(quote, { ...quote, finalTier: '1K' })).toBe(false);
});

test('what waits in the cart is what the contract says, in the size that will be delivered', () => {
  const generation = {
    id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
    original_prompt: 'A fox',
    metadata: { resolution: '2k' },
    variants: [{ id: '6d7c1b1e-1111-4c3f-9a55-000000000002', thumbnail_url: '/api/images/a-thumb.webp' }],
  } as Generation;
  const item = pendingOf({ generation, variantIndex: 0 }, quote, 'jpg');
  expect(z.safeParse(pendingDownload, item).success).toBe(true);
  expect(item).toMatchObject({ resolutionTier: '2K', price: 1.5, format: 'jpg', quantity: 1 });
  expect(pendingOf({ generation, variantIndex: 1 }, quote, 'jpg')).toBeUndefined();
});
