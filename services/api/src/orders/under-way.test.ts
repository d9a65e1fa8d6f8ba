import { randomUUID } from 'node:crypto';
import type { OrderFact } from '@easel/contracts/orders/events';
import { expect, test } from 'vitest';
import { ProductOrder } from '../testing/product-order.ts';
import { orders } from './orders.decider.ts';
import { underWay } from './under-way.ts';

/** A Monday. */
const monday = new Date('2026-11-16T10:00:00.000Z');
const later = new Date('2026-12-21T10:00:00.000Z');
const order = new ProductOrder(randomUUID());
const paid = [order.placed(monday), order.paid(monday)];
const shipped = [...paid, ...order.printing(monday), ...order.shipped(new Date('2026-11-18T10:00:00.000Z'))];

function waits(events: readonly OrderFact[], now = monday) {
  return underWay(
    events.reduce((folded, event) => orders.evolve(folded, event), orders.initial()),
    now,
  );
}

test('an order that is paid is waited for until making, delivery and a fortnight are over', () => {
  // Friday; then five working days.
  expect(waits(paid)).toEqual({ reference: 'ORD-1764', until: new Date('2026-12-11T23:59:59.999Z') });
  expect(waits([...paid, ...order.printing(monday)])).toEqual(waits(paid));
});

test('an order that is overdue is waited for from now on', () => {
  expect(waits(paid, later)?.until).toEqual(new Date('2027-01-11T23:59:59.999Z'));
});

test('an order that is shipped is waited for from its dispatch on, whatever day it is', () => {
  expect(waits(shipped)?.until).toEqual(new Date('2026-12-09T23:59:59.999Z'));
  expect(waits(shipped, later)).toEqual(waits(shipped));
});

test('an order that is delivered is no longer waited for, unless it is printed again', () => {
  const delivered = [...shipped, order.became({ from: 'shipped', to: 'delivered', reason: 'arrived' }, later)];
  expect(waits(delivered)).toBeUndefined();
  const again: OrderFact = {
    type: 'OrderReprinted',
    data: { ...order.ids, attempt: 2, reason: 'torn', reprintedAt: later.toISOString() },
  };
  expect(waits([...delivered, again], later)?.until).toEqual(new Date('2027-01-11T23:59:59.999Z'));
});

test('nothing is waited for of an order whose products all go back to the card before they are printed', () => {
  const request = { requestId: randomUUID(), itemIds: [order.shirts.itemId], shipping: true, cents: 5399, note: '' };
  const requested: OrderFact = {
    type: 'OrderRefundRequested',
    data: { ...order.ids, ...request, reason: 'by-support', requestedAt: monday.toISOString() },
  };
  expect(waits([...paid, requested])).toBeUndefined();
  expect(waits([...shipped, requested])).toEqual(waits(shipped));
});

test('nothing is waited for of an order that is unpaid, cancelled, refunded, a test, or of downloads alone', () => {
  const cancelled = order.became({ from: 'paid', to: 'cancelled', reason: 'by-member' }, monday);
  const refunded = order.became({ from: 'shipped', to: 'refunded', reason: 'refunded' }, monday);
  expect(waits([order.placed(monday)])).toBeUndefined();
  expect(waits([order.placed(monday, { testMode: true })])).toBeUndefined();
  expect(waits([...paid, cancelled])).toBeUndefined();
  expect(waits([...shipped, refunded])).toBeUndefined();
  expect(waits([order.placed(monday, { deliveryMethod: null, items: [] }), order.paid(monday)])).toBeUndefined();
});
