import { randomUUID } from 'node:crypto';
import type { OrderedItem, OrderFact } from '@easel/contracts/orders/events';
import { centred } from '@easel/contracts/products/placement';
import type { EventLog } from '@easel/kernel/log/event-log';
import { expect, test } from 'vitest';
import { imageTerms, memberId } from '../account/testing/account-facts.ts';
import { describeOrder } from './issue-invoices.ts';

const orderId = randomUUID();
const { image, sellerId, size, original } = imageTerms();
const picture = (cents: number): OrderedItem => ({
  kind: 'image-download',
  itemId: randomUUID(),
  generationId: randomUUID(),
  variantId: randomUUID(),
  sellerId,
  size,
  original,
  format: 'png',
  cents,
  curator: false,
  image,
});
const product = (change: { name: string; size: string; colour: string; quantity: number }): OrderedItem => ({
  kind: 'product',
  itemId: randomUUID(),
  productId: 'p',
  unitCents: 2400,
  cents: 2400 * change.quantity,
  generationId: randomUUID(),
  variantId: randomUUID(),
  makerId: sellerId,
  image,
  widthPx: 2048,
  heightPx: 2048,
  placement: centred,
  ...change,
});

/** A log that has one order. */
function logOf(
  items: readonly OrderedItem[],
  delivery: Pick<Placed, 'deliveryMethod' | 'shippingCents'>,
): Pick<EventLog, 'first'> {
  const subtotalCents = items.reduce((sum, { cents }) => sum + cents, 0);
  const data: Placed = {
    orderId,
    memberId,
    reference: 'ORD-1764',
    testMode: false,
    customerName: 'Ada Byron',
    customerEmail: 'ada@example.org',
    customerPhone: '',
    street: '1 Example Street',
    city: 'London',
    state: '',
    zipCode: 'N1',
    country: 'United Kingdom',
    items: [...items],
    priceVersion: 1,
    subtotalCents,
    totalCents: subtotalCents + delivery.shippingCents,
    placedAt: '2026-11-20T10:00:00.000Z',
    ...delivery,
  };
  return { first: () => Promise.resolve({ type: 'OrderPlaced', data } as never) };
}
type Placed = Extract<OrderFact, { type: 'OrderPlaced' }>['data'];

const describeOf = async (items: readonly OrderedItem[], delivery: Parameters<typeof logOf>[1]) => {
  const described = await describeOrder(logOf(items, delivery), {
    type: 'IssueInvoice',
    memberId,
    paymentId: 'pi_1',
    cents: 1,
    bookedAt: '2026-11-20T10:00:00.000Z',
    item: { kind: 'order', orderId },
  });
  if (described.type !== 'IssueInvoice' || described.item.kind !== 'order') throw new Error('it is of no order');
  return described.item;
};

test('the invoice of an order lists products with their choices, pictures and delivery, which add up to the total', async () => {
  const shirt = product({ name: 'T-shirt', size: 'M', colour: 'white', quantity: 2 });
  const mug = product({ name: 'Mug', size: '', colour: '', quantity: 1 });
  const item = await describeOf([shirt, picture(150), mug], { deliveryMethod: 'standard', shippingCents: 599 });
  expect(item).toEqual({
    kind: 'order',
    orderId,
    reference: 'ORD-1764',
    items: 3,
    lines: [
      { of: 'product', text: 'T-shirt, M, white', quantity: 2, unitCents: 2400, cents: 4800 },
      { of: 'picture', text: 'Picture in 1K, png', quantity: 1, unitCents: 150, cents: 150 },
      { of: 'product', text: 'Mug', quantity: 1, unitCents: 2400, cents: 2400 },
    ],
    shippingCents: 599,
  });
  // It holds nothing about the customer: it outlives their erasure.
  expect(JSON.stringify(item)).not.toMatch(/Ada|example\.org|London/);
});

test('the invoice of pictures alone has no delivery, and that of free delivery says so', async () => {
  const pictures = await describeOf([picture(150)], { deliveryMethod: null, shippingCents: 0 });
  expect(pictures).not.toHaveProperty('shippingCents');
  const free = await describeOf([product({ name: 'Tote', size: '', colour: 'black', quantity: 9 })], {
    deliveryMethod: 'express',
    shippingCents: 0,
  });
  expect(free.shippingCents).toBe(0);
});
