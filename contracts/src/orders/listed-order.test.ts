import { expect, test } from 'vitest';
import { centred } from '../products/placement.ts';
import type { OrderedItem } from './events.ts';
import { evolveOrder, listedOrder, orderPlaced, type OrderView } from './view.ts';

const id = (last: string) => `6d7c1b1e-1111-4c3f-9a55-0000000000${last}`;
const order = { orderId: id('aa'), memberId: id('ab') };
const at = '2026-11-20T12:00:00.000Z';
const file = { blob: 'b', width: 2048, height: 2048 };
const shared = {
  generationId: id('01'),
  variantId: id('02'),
  image: { original: file, preview: file, thumbnail: file, thumbhash: '' },
};
const printed = (last: string, name: string, quantity: number): OrderedItem => ({
  ...shared,
  kind: 'product',
  itemId: id(last),
  productId: name.toLowerCase(),
  name,
  size: '',
  colour: '',
  quantity,
  unitCents: 1500,
  cents: 1500 * quantity,
  makerId: order.memberId,
  widthPx: 2048,
  heightPx: 2048,
  placement: centred,
});
const download: OrderedItem = {
  ...shared,
  kind: 'image-download',
  itemId: id('c3'),
  sellerId: id('ac'),
  size: '2K',
  original: '2K',
  format: 'png',
  cents: 150,
  curator: false,
};
const placed = orderPlaced({
  ...order,
  reference: 'ORD-1',
  testMode: false,
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  street: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'Germany',
  deliveryMethod: 'express',
  items: [printed('c1', 'Mug', 2), printed('c2', 'Tote', 1), download],
  priceVersion: 1,
  subtotalCents: 4650,
  shippingCents: 1299,
  totalCents: 5949,
  placedAt: at,
});
const shipped = (view: OrderView, itemId: string, dispatchedAt: string) =>
  evolveOrder(view, {
    type: 'OrderParcelShipped',
    data: {
      ...order,
      attempt: 1,
      parcelId: `shp_${itemId}`,
      carrier: '',
      trackingNumber: '',
      trackingUrl: '',
      itemIds: [itemId],
      dispatchedAt,
    },
  });

test('a listed order names what is printed', () => {
  expect(listedOrder(placed)).toMatchObject({
    items: 3,
    products: [
      { name: 'Mug', quantity: 2 },
      { name: 'Tote', quantity: 1 },
    ],
  });
});

test('a listed order is promised for the last parcel’s day, once all that is printed is on its way', () => {
  const first = shipped(placed, id('c1'), '2026-11-23T12:00:00.000Z');
  expect([placed, first].map((view) => listedOrder(view).promised_by)).toEqual([null, null]);
  const all = shipped(first, id('c2'), '2026-11-24T12:00:00.000Z');
  expect(listedOrder(all).promised_by).toBe('2026-11-26T23:59:59.999Z');
});
