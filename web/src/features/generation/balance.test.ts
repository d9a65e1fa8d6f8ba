import { expect, test } from 'vitest';
import { leavesText, priceOf } from './order-price.ts';

test('the price counts every image of every prompt', () => {
  expect(priceOf({ factor: 1 }, { resolution: '1k', count: '1' }, 1)).toBe(5);
  expect(priceOf({ factor: 1 }, { resolution: '2k', count: '8' }, 1)).toBe(80);
  expect(priceOf({ factor: 1 }, { resolution: '4k', count: '4' }, 3)).toBe(240);
});

test('a provider’s price is rounded for each prompt, as it is debited', () => {
  expect(priceOf({ factor: 1.5 }, { resolution: '1k', count: '4' }, 1)).toBe(30);
  expect(priceOf({ factor: 0.333 }, { resolution: '1k', count: '1' }, 3)).toBe(5.1);
});

test('it says what is left, as far as that is known and limited', () => {
  expect(leavesText(1, 5, { credits: 50, imagesLeft: 50 })).toBe('Leaves 45 credits · 9 more at this size');
  expect(leavesText(4, 40, { credits: 75, imagesLeft: null })).toBe('Leaves 35 credits · 3 more at this size');
  expect(leavesText(1, 5, { credits: 1200, imagesLeft: 21 })).toBe('Leaves 1,195 credits · 20 more this month');
  expect(leavesText(0, 0, { credits: 5, imagesLeft: 50 })).toBe('\u00a0');
  expect(leavesText(1, 5, { credits: 5, imagesLeft: 50 })).toBe('Leaves 0 credits · 0 more at this size');
  expect(leavesText(1, 5, { credits: undefined, imagesLeft: undefined })).toBe('\u00a0');
});

test('it says why an order will be refused', () => {
  expect(leavesText(8, 40, { credits: 20, imagesLeft: 3 })).toBe('Only 3 images left this month');
  expect(leavesText(1, 5, { credits: 20, imagesLeft: 0 })).toBe('Leaves 15 credits · Monthly generation limit reached');
});
