import { expect, test } from 'vitest';
import { leavesText } from './order-price.ts';

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
