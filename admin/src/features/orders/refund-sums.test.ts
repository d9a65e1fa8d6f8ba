import type { OrderRecord } from '@easel/contracts/orders/http';
import { expect, test } from 'vitest';
import { refundChoices, refundSum } from './refund-sums.ts';

type Order = Parameters<typeof refundChoices>[0];

const item = (id: string, price: number, refunded = false) => ({ id, price, refunded }) as OrderRecord['items'][number];
const order = (changes: Partial<Order> = {}): Order => ({
  items: [item('a', 30), item('b', 1.1), item('c', 2.2)],
  total: 39.29,
  refunded: 0,
  shipping: 5.99,
  shipping_refunded: false,
  ...changes,
});
const none = new Set<string>();

test('sums up everything, delivery alone, or the chosen items', () => {
  expect(refundSum(order(), 'all', none)).toBe(39.29);
  expect(refundSum(order(), 'delivery', none)).toBe(5.99);
  expect(refundSum(order(), 'items', new Set(['b', 'c']))).toBe(3.3);
  expect(refundSum(order(), 'items', none)).toBe(0);
});

test('leaves out what has gone back', () => {
  const partly = order({ items: [item('a', 30, true), item('b', 7.3)], total: 43.29, refunded: 30 });
  expect(refundSum(partly, 'all', none)).toBe(13.29);
  expect(refundSum(partly, 'items', new Set(['a', 'b']))).toBe(7.3);
  expect(refundSum({ ...partly, refunded: 35.99, shipping_refunded: true }, 'all', none)).toBe(7.3);
});

test('gives back no more than what is left of the payment', () => {
  expect(refundSum(order({ refunded: 30 }), 'all', none)).toBe(9.29);
});

test('offers only what has something to give back', () => {
  expect(refundChoices(order())).toEqual(['all', 'delivery', 'items']);
  expect(refundChoices(order({ shipping: 0 }))).toEqual(['all', 'items']);
  expect(refundChoices(order({ items: [item('a', 33.3, true)], refunded: 33.3 }))).toEqual(['all', 'delivery']);
  expect(refundChoices(order({ refunded: 39.29 }))).toEqual([]);
});
