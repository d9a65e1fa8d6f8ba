import { expect, test } from 'vitest';
import { readCart, totalOf, type CartItem } from './cart.ts';

const item: CartItem = {
  kind: 'image-download',
  type: 'image-download',
  id: 'one',
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  format: 'png',
  resolutionTier: '2K',
  price: 1.5,
  quantity: 1,
  name: 'A fox',
  image: '/api/images/a.webp',
};

test('what can be read is in the cart, everything else is dropped', () => {
  const stored = [item, { ...item, id: 'two', price: 'free' }, null, 7, { ...item, id: 'three', resolutionTier: '9K' }];
  expect(readCart(JSON.stringify(stored))).toEqual([item]);
});

test.each([null, '', '{', '{"items":[]}', 'null', '"cart"'])('%j is an empty cart', (text) => {
  expect(readCart(text)).toEqual([]);
});

test('the total is exact to the cent', () => {
  expect(totalOf([0.1, 0.2, 0.75, 0.99].map((price) => ({ ...item, price })))).toBe(2.04);
  expect(totalOf([])).toBe(0);
});
