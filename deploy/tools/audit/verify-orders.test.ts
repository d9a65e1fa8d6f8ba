import { november } from '@easel/api/account/testing/account-facts';
import type { OrderFact } from '@easel/contracts/orders/events';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openWorld, type Look, type World } from './testing/audited-world.ts';
import { buyer, tellStory } from './testing/money-story.ts';
import {
  orderWithProducts,
  paidFor,
  parcelShipped,
  placed,
  printCharged,
  PRINTS_CENTS,
  refundAnswered,
  refunded,
  refundRequested,
  sentToPrint,
  type OrderOfTwo,
} from './testing/order-story.ts';

const KEPT = ['store', 'vault', ledgerModel.schema, 'read_operations'];
const account = `account-${buyer}`;

let world: World;
let order: OrderOfTwo;
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.project();
  await world.keep(KEPT);
});
beforeEach(() => {
  order = orderWithProducts();
});
afterEach(() => world.restore(KEPT));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => world.close());

const found = ({ findings }: Look) => findings.map(({ code, place }) => `${code} ${place}`).toSorted();
const anHourLater = () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
const book = (cents = PRINTS_CENTS, change: { orderId?: string; paymentId?: string } = {}) =>
  world.account({
    type: 'PurchasePrints',
    memberId: buyer,
    orderId: order.ids.orderId,
    paymentId: order.paymentId,
    cents,
    at: november,
    ...change,
  });
/** Gives the member all of a paid order, products last. */
async function grant(cents = PRINTS_CENTS): Promise<void> {
  for (const terms of order.terms) {
    await world.account({ type: 'PurchaseImage', memberId: buyer, ...terms, at: november });
  }
  await book(cents);
}

test('finds nothing wrong with an order of products that is paid, booked, printed, refunded in part and invoiced', async () => {
  const printed = [sentToPrint(order), printCharged(order, 1800), printCharged(order, 1810), parcelShipped(order)];
  const again = [sentToPrint(order, 2), printCharged(order, 500, 2)];
  const back = [refundRequested(order), refundAnswered(order)];
  await world.write(order.stream, placed(order), paidFor(order), ...printed, ...again, ...back);
  await grant();
  await world.invoice();
  await world.project();
  anHourLater();
  const { findings, verified } = await world.verify();
  expect(findings).toEqual([]);
  expect(verified).toMatchObject({ orders: 1, prints: { attempts: 2, cents: 1810 + 500 } });
});

test('names products that were paid for and not booked after an hour, and notes them before', async () => {
  await world.write(order.stream, placed(order), paidFor(order));
  for (const terms of order.terms) {
    await world.account({ type: 'PurchaseImage', memberId: buyer, ...terms, at: november });
  }
  await world.invoice();
  const soon = await world.verify();
  expect(soon.findings).toEqual([]);
  expect(soon.notes).toContain('paid orders of the last hour that lack purchases: 1');
  anHourLater();
  const later = await world.verify();
  expect(found(later)).toEqual([`order.not_bought ${order.stream}@1`]);
  expect(later.findings[0]?.message).toBe('its printed products and delivery, $53.99, were paid for and not booked');
});

test('names products that were booked for another sum than was paid beside the downloads', async () => {
  await world.write(order.stream, placed(order), paidFor(order));
  await grant(PRINTS_CENTS - 599);
  const look = await world.verify();
  expect(found(look)).toEqual([`order.differs ${account}@9`]);
  expect(look.findings[0]?.message).toBe('$48.00 were booked for products and delivery, and $53.99 paid');
});

test('names products that were booked twice for one payment', async () => {
  await world.write(order.stream, placed(order), paidFor(order));
  await grant();
  await book(PRINTS_CENTS, { orderId: orderWithProducts().ids.orderId });
  expect(found(await world.verify())).toEqual([`order.bought_twice ${account}@10`]);
});

test.each([
  ['a test order', true],
  ['an unpaid order', false],
])('names products of %s that were booked', async (_what, testMode) => {
  await world.write(order.stream, placed(order, { testMode }));
  await book();
  expect(found(await world.verify())).toEqual([`order.not_paid ${account}@7`]);
});

test('names a test order that was sent to the print service', async () => {
  await world.write(order.stream, placed(order, { testMode: true }), sentToPrint(order));
  expect(found(await world.verify())).toEqual([`order.test_printed ${order.stream}@1`]);
});

test('names an unpaid order that was printed and shipped', async () => {
  await world.write(order.stream, placed(order), sentToPrint(order), parcelShipped(order));
  expect(found(await world.verify())).toEqual([
    `order.unpaid_printed ${order.stream}@1`,
    `order.unpaid_shipped ${order.stream}@2`,
  ]);
});

test('names an attempt that was sent to the print service twice, and no second attempt', async () => {
  await world.write(order.stream, placed(order), paidFor(order), sentToPrint(order), sentToPrint(order, 2));
  await grant();
  expect(found(await world.verify())).toEqual([]);
  await world.write(order.stream, sentToPrint(order, 2));
  const look = await world.verify();
  expect(found(look)).toEqual([`order.printed_twice ${order.stream}@4`]);
  expect(look.findings[0]?.message).toBe(`attempt 2 was sent before, at ${order.stream}@3`);
});

test('names an order that is printed although all of its products were refunded before', async () => {
  const order = orderWithProducts();
  const whole = placed(order);
  if (whole.type !== 'OrderPlaced') throw new Error('no order');
  const itemIds = whole.data.items.flatMap(({ kind, itemId }) => (kind === 'product' ? [itemId] : []));
  const request = refundRequested(order);
  if (request.type !== 'OrderRefundRequested') throw new Error('no request');
  const asked: OrderFact = { ...request, data: { ...request.data, itemIds } };
  await world.write(order.stream, whole, paidFor(order), asked, sentToPrint(order));
  const look = await world.verify();
  expect(found(look)).toContain(`order.printed_in_vain ${order.stream}@3`);
});

test('names refunds that are more than was paid, without those that failed', async () => {
  const all = 300 + PRINTS_CENTS;
  await world.write(order.stream, placed(order), paidFor(order), refunded(order, { cents: all }));
  await world.write(order.stream, refunded(order, { cents: all, outcome: 'failed' }));
  await world.write(order.stream, refunded(order, { refundId: 're_3', cents: all }));
  await grant();
  expect(found(await world.verify())).toEqual([]);
  await world.write(order.stream, refunded(order, { refundId: 're_4', cents: 1 }));
  const look = await world.verify();
  expect(found(look)).toEqual([`order.refunded_more ${order.stream}@5`]);
  expect(look.findings[0]?.message).toBe('$57.00 went back of $56.99');
});

test('names a refund that was asked for and not made after an hour, and notes it before', async () => {
  await world.write(order.stream, placed(order), paidFor(order), refundRequested(order));
  await grant();
  await world.invoice();
  const soon = await world.verify();
  expect(soon.findings).toEqual([]);
  expect(soon.notes).toContain('refunds of orders that were asked for in the last hour: 1');
  anHourLater();
  const look = await world.verify();
  expect(found(look)).toEqual([`order.refund_open ${order.stream}@2`]);
  expect(look.findings[0]?.message).toBe('a refund of $1.50 was asked for, and did not go back to the card');
  await world.write(order.stream, refundAnswered(order));
  expect(found(await world.verify())).toEqual([]);
});
