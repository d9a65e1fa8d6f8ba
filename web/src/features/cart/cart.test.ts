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

test('keeps what cannot be read beside the items, with its name and the reason', () => {
  const stored = [item, { ...item, id: 'two', price: 'free' }, null, 7, { ...item, name: ' ', resolutionTier: '9K' }];
  const { items, unreadable } = readCart(JSON.stringify(stored));
  expect(items).toEqual([item]);
  expect(unreadable.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    'A fox: Its price cannot be read, so it cannot be ordered.',
    'Unknown item: It cannot be read, so it cannot be ordered.',
    'Unknown item: It cannot be read, so it cannot be ordered.',
    'Unknown item: Its size cannot be read, so it cannot be ordered.',
  ]);
  expect(unreadable.map((one) => one.stored)).toEqual(stored.slice(1));
});

test.each([null, '', 'null', '[]'])('reads %j as an empty cart', (text) => {
  expect(readCart(text)).toEqual({ items: [], unreadable: [] });
});

test.each(['{', '{"items":[]}', '"cart"'])('reads %j as one thing that cannot be read', (text) => {
  expect(readCart(text).items).toEqual([]);
  expect(readCart(text).unreadable).toHaveLength(1);
});

test('the total is exact to the cent', () => {
  expect(totalOf([0.1, 0.2, 0.75, 0.99].map((price) => ({ ...item, price })))).toBe(2.04);
  expect(totalOf([])).toBe(0);
});
