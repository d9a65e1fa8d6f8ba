import { centred } from '@easel/contracts/products/placement';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { afterEach, expect, test, vi } from 'vitest';
import { cart, readCart, totalOf, type CartItem } from './cart.ts';

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

const mug: PendingProduct = {
  kind: 'product',
  id: 'mug',
  productId: 'mug',
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  name: 'Mug',
  size: '',
  color: '',
  price: 15,
  quantity: 2,
  image: '/api/images/a.webp',
  imageNumber: 1,
  placement: centred,
};

afterEach(() => {
  vi.stubGlobal('window', new EventTarget());
  cart.clear();
  vi.unstubAllGlobals();
});

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

test('reads printed products beside downloads, and says what cannot be read of one', () => {
  const stored = [
    item,
    mug,
    { ...mug, quantity: 0 },
    { ...mug, quantity: 100 },
    { ...mug, placement: { fit: 'wide' } },
  ];
  const { items, unreadable } = readCart(JSON.stringify([...stored, { ...mug, kind: 'scarf' }]));
  expect(items).toEqual([item, mug]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'Its quantity cannot be read, so it cannot be ordered.',
    'Its quantity cannot be read, so it cannot be ordered.',
    'Its placement cannot be read, so it cannot be ordered.',
    'Its kind cannot be read, so it cannot be ordered.',
  ]);
});

test('adds copies of what is in the cart already, and takes the price and picture of the newest', () => {
  vi.stubGlobal('window', new EventTarget());
  cart.addCopies(mug);
  cart.addCopies({ ...mug, quantity: 3, price: 16 });
  expect(cart.get()).toEqual([{ ...mug, quantity: 5, price: 16 }]);
  cart.addCopies({ ...mug, quantity: 98 });
  expect(cart.get()).toEqual([{ ...mug, quantity: 99 }]);
});

test('keeps a quantity between one and ninety-nine copies', () => {
  vi.stubGlobal('window', new EventTarget());
  cart.addCopies(mug);
  for (const [wanted, kept] of [
    [0, 1],
    [7, 7],
    [100, 99],
  ] as const) {
    cart.setQuantity('mug', wanted);
    expect(cart.get()).toEqual([{ ...mug, quantity: kept }]);
  }
});

test('sums every copy of a product', () => {
  expect(totalOf([item, mug])).toBe(31.5);
});
