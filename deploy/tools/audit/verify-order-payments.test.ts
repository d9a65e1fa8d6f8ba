import { november } from '@easel/api/account/testing/account-facts';
import type { PaidOrderPayment } from '@easel/api/payments/stripe-orders.gateway';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openWorld, type Look, type World } from './testing/audited-world.ts';
import { buyer, newcomer, tellStory } from './testing/money-story.ts';
import { orderOfTwo, paidFor, placed, refunded, type OrderOfTwo } from './testing/order-story.ts';

const KEPT = ['store', 'vault', ledgerModel.schema, 'read_operations'];

let world: World;
let order: OrderOfTwo;
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.project();
  await world.keep(KEPT);
});
beforeEach(() => {
  order = orderOfTwo();
});
afterEach(() => world.restore(KEPT));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => world.close());

const found = ({ findings }: Look) => findings.map(({ code, place }) => `${code} ${place}`).toSorted();

/** What the card service lists of the order. */
const there = (change: Partial<PaidOrderPayment> = {}): PaidOrderPayment => ({
  ...order.ids,
  paymentId: order.paymentId,
  cents: 300,
  refundedCents: 0,
  paidAt: november,
  refundedAt: undefined,
  ...change,
});

/** Pays the order and gives its member both downloads. */
async function pay(): Promise<void> {
  await world.write(order.stream, placed(order), paidFor(order));
  for (const terms of order.terms) {
    await world.account({ type: 'PurchaseImage', memberId: buyer, ...terms, at: november });
  }
}

const refundInAccount = () =>
  world.account({
    type: 'RefundWallet',
    memberId: buyer,
    refundId: 're_2',
    paymentId: order.paymentId,
    cents: 150,
    failed: false,
    reason: null,
    livemode: undefined,
    purchaseIds: [order.terms[0].purchaseId],
    at: november,
  });

test('finds nothing wrong with an order that was paid and refunded in part on both sides', async () => {
  await pay();
  await refundInAccount();
  await world.write(order.stream, refunded(order));
  await world.invoice();
  await world.project();
  world.paidOrders = [there({ refundedCents: 150, refundedAt: november })];
  const { findings, verified } = await world.verify();
  expect(findings).toEqual([]);
  expect(verified.orderPayments).toEqual({ paid: 1, recorded: 1 });
});

test('names a payment of an order that only the card service knows, of one member as well as of all', async () => {
  await world.write(order.stream, placed(order));
  world.paidOrders = [there()];
  const look = await world.verify();
  expect(found(look)).toEqual([`order.payment_not_here payment ${order.paymentId}`]);
  expect(look.findings[0]?.message).toBe(`$3.00 were paid for ${order.stream}, which has no such payment`);
  expect(found(await world.verify(buyer))).toEqual(found(look));
  expect(found(await world.verify(newcomer))).toEqual([]);
});

test('notes a payment that the card service took within the last hour, and names it afterwards', async () => {
  await world.write(order.stream, placed(order));
  world.paidOrders = [there({ paidAt: new Date() })];
  const soon = await world.verify();
  expect(soon.findings).toEqual([]);
  expect(soon.notes).toContain('payments and refunds of orders of the last hour that are not here yet: 1');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
  expect(found(await world.verify())).toEqual([`order.payment_not_here payment ${order.paymentId}`]);
});

test('accepts a payment of an order that took none, once it went back whole', async () => {
  await world.write(order.stream, placed(order));
  world.paidOrders = [there({ refundedCents: 300, refundedAt: november })];
  expect(found(await world.verify())).toEqual([]);
});

test('names a payment that only the order knows', async () => {
  await pay();
  world.paidOrders = [];
  const look = await world.verify();
  expect(found(look)).toEqual([`order.payment_not_there ${order.stream}@1 payment ${order.paymentId}`]);
});

test.each([
  ['another sum', { cents: 301 }, '$3.01 were paid, the order has $3.00'],
  ['another member', { memberId: newcomer }, `was paid, `],
])('names a payment of %s', async (_what, change, message) => {
  await pay();
  world.paidOrders = [there(change)];
  const look = await world.verify();
  expect(found(look)).toEqual([`order.payment_differs ${order.stream}@1 payment ${order.paymentId}`]);
  expect(look.findings[0]?.message).toContain(message);
});

test('names a refund that only the card service knows after an hour, and notes it before', async () => {
  await pay();
  world.paidOrders = [there({ refundedCents: 150, refundedAt: new Date() })];
  const soon = await world.verify();
  expect(soon.findings).toEqual([]);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
  const look = await world.verify();
  expect(found(look)).toContain(`order.refund_differs ${order.stream}@1 payment ${order.paymentId}`);
  expect(look.findings.find(({ code }) => code === 'order.refund_differs')?.message).toBe(
    '$1.50 went back at the card service, $0.00 in the order, $0.00 in the account',
  );
});

test('names a refund that the account has and the order lacks', async () => {
  await pay();
  await refundInAccount();
  world.paidOrders = [there({ refundedCents: 150, refundedAt: november })];
  const look = await world.verify();
  expect(look.findings.map(({ message }) => message)).toEqual([
    '$1.50 went back at the card service, $0.00 in the order, $1.50 in the account',
  ]);
});

test('counts no refund that failed in the end', async () => {
  await pay();
  await world.write(order.stream, refunded(order), refunded(order, { outcome: 'failed' }));
  world.paidOrders = [there()];
  expect(found(await world.verify())).toEqual([]);
});
