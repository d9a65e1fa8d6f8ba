import { expect, test } from 'vitest';
import { centred } from '../products/placement.ts';
import type { OrderedItem, OrderFact } from './events.ts';
import { evolveOrder, orderPlaced, promiseOf } from './view.ts';

const ids = { orderId: '11111111-1111-4111-8111-111111111111', memberId: '22222222-2222-4222-8222-222222222222' };
const at = '2026-11-20T10:00:00.000Z';
const file = { blob: 'a', width: 2000, height: 2000 };
const mug = (itemId: string): OrderedItem => ({
  kind: 'product',
  itemId,
  productId: 'mug',
  name: 'Mug',
  size: '',
  colour: '',
  quantity: 1,
  unitCents: 1500,
  cents: 1500,
  generationId: '44444444-4444-4444-8444-444444444444',
  variantId: '55555555-5555-4555-8555-555555555555',
  makerId: ids.memberId,
  image: { original: file, preview: file, thumbnail: file, thumbhash: '' },
  widthPx: 2000,
  heightPx: 2000,
  placement: centred,
});
const [one, other] = ['77777771-7777-4777-8777-777777777777', '77777772-7777-4777-8777-777777777777'];
const placed = orderPlaced({
  ...ids,
  reference: 'ORD-7',
  testMode: false,
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.org',
  customerPhone: '',
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'United States',
  deliveryMethod: 'standard',
  items: [mug(one), mug(other)],
  priceVersion: 1,
  subtotalCents: 3000,
  shippingCents: 599,
  totalCents: 3599,
  placedAt: at,
});
const shipped = (parcelId: string, itemIds: string[], dispatchedAt = at) =>
  ({
    type: 'OrderParcelShipped',
    data: { ...ids, attempt: 1, parcelId, carrier: '', trackingNumber: '', trackingUrl: '', itemIds, dispatchedAt },
  }) satisfies OrderFact;

test('an order is promised for the last of its parcels once all of it is on its way', () => {
  const part = evolveOrder(placed, shipped('shp_1', [one]));
  expect(promiseOf(placed)).toBeNull();
  expect(promiseOf(part)).toBeNull();
  const all = evolveOrder(part, shipped('shp_2', [other], '2026-11-23T10:00:00.000Z'));
  expect(promiseOf(all)).toBe('2026-11-30T23:59:59.999Z');
});

test('an item that is paid back is not waited for', () => {
  const part = evolveOrder(placed, shipped('shp_1', [one]));
  const request = { requestId: ids.orderId, itemIds: [other], shipping: false, cents: 1500, note: '' };
  const back = evolveOrder(part, {
    type: 'OrderRefundRequested',
    data: { ...ids, ...request, reason: 'by-support', requestedAt: at },
  });
  expect(promiseOf(back)).toBe('2026-11-27T23:59:59.999Z');
});
