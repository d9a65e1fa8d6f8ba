import { randomUUID } from 'node:crypto';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinOperator, type TestOperator } from '../testing/operators.ts';
import { OrderShop, testAddress, type TestOrder } from './testing/order-shop.ts';

let orders: OrderShop;
let support: TestOperator;
beforeAll(async () => {
  orders = await OrderShop.open();
  support = await joinOperator(orders.shop.server, 'support');
});
afterAll(() => orders.close());

const call = ({ id }: { id: string }, what: string, body: object, by = support, key: string = randomUUID()): Test =>
  supertest(orders.shop.server.http)
    .post(`/api/admin/orders/${id}/${what}`)
    .set(...by.bearer)
    .set('idempotency-key', key)
    .send(body);
const itemsOf = async (order: TestOrder) =>
  (await orders.factOf<{ items: { itemId: string; kind: string }[] }>(order, 'OrderPlaced'))?.items ?? [];
const reason = 'the customer has called';

test('support notes something down once a call, and the log says who', async () => {
  const [order, key] = [await orders.paid(), randomUUID()];
  for (let n = 0; n < 2; n++) {
    const { body } = await call(order, 'notes', { note: 'called back' }, support, key).expect(200);
    expect(body).toMatchObject({ success: true, order: { id: order.id, status: 'paid' } });
  }
  const notes = (await orders.factsOf(order)).filter(({ type }) => type === 'OrderNoted');
  expect(notes).toMatchObject([
    { data: { note: 'called back' }, metadata: { actor: { kind: 'operator', id: support.id, role: 'support' } } },
  ]);
});

test('support cancels an order that is unpaid or paid, with its reason, and none that is in production', async () => {
  const [unpaid, paid, printing] = [
    await orders.placed([await orders.mug()]),
    await orders.paid(),
    await orders.paid(),
  ];
  expect((await call(unpaid, 'cancel', { reason }).expect(200)).body.order.status).toBe('cancelled');
  expect(await orders.factOf(unpaid, 'OrderStatusChanged')).toMatchObject({ reason: 'by-support' });
  expect(await orders.factOf(unpaid, 'OrderNoted')).toMatchObject({ note: reason });
  expect((await call(paid, 'cancel', { reason }).expect(200)).body.order.status).toBe('cancelled');
  expect(await orders.factOf(paid, 'OrderRefundRequested')).toMatchObject({ reason: 'cancelled', note: reason });
  await orders.decide({ type: 'BeginPrinting', orderId: printing.id });
  expect((await call(printing, 'cancel', { reason }).expect(409)).body.code).toBe('orders.not_cancellable');
});

test('support refunds items, delivery and the rest, each once, and nothing twice', async () => {
  const order = await orders.paid();
  const [mug] = await itemsOf(order);
  const refund = (body: object, key?: string) => call(order, 'refunds', { reason, ...body }, support, key);
  const key = randomUUID();
  await refund({ what: 'items', items: [mug?.itemId] }, key).expect(200);
  await refund({ what: 'items', items: [mug?.itemId] }, key).expect(200);
  expect(await orders.factOf(order, 'OrderRefundRequested')).toMatchObject({
    itemIds: [mug?.itemId],
    cents: 1500,
    reason: 'by-support',
    note: reason,
  });
  expect((await refund({ what: 'items', items: [mug?.itemId] }).expect(409)).body.code).toBe('orders.not_refundable');
  await refund({ what: 'all' }).expect(200);
  expect(await orders.factOf(order, 'OrderRefundRequested')).toMatchObject({ shipping: true, cents: 674 });
  expect((await refund({ what: 'delivery' }).expect(409)).body.code).toBe('orders.not_refundable');
});

test('simultaneous refunds and a cancellation give back no more than was paid', async () => {
  const order = await orders.paid();
  const refunds = ['all', 'delivery', 'all', 'delivery'].map((what) => call(order, 'refunds', { what, reason }));
  const replies = await Promise.all([...refunds, call(order, 'cancel', { reason }), orders.call(order, 'cancel')]);
  expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const requested = (await orders.factsOf(order)).filter(({ type }) => type === 'OrderRefundRequested');
  expect(requested.reduce((sum, { data }) => sum + (data as { cents: number }).cents, 0)).toBe(order.total * 100);
});

test('support has an order printed again, and corrects its address before', async () => {
  const order = await orders.paid();
  const moved = { ...testAddress, street: '2 Side Street' };
  expect((await call(order, 'prints', { reason }).expect(409)).body.code).toBe('orders.not_printable');
  await orders.ship(order, new Date());
  await call(order, 'address', { address: moved, reason }).expect(200);
  expect(await orders.factOf(order, 'OrderAddressChanged')).toMatchObject(moved);
  expect(await orders.factOf(order, 'OrderNoted')).toMatchObject({ note: reason });
  await call(order, 'prints', { reason }).expect(200);
  expect(await orders.factOf(order, 'OrderReprinted')).toMatchObject({ attempt: 2, reason });
});

test('each wants a reason, an order that exists, and an operator who may', async () => {
  const order = await orders.paid();
  const auditor = await joinOperator(orders.shop.server, 'auditor');
  const calls: [string, object][] = [
    ['notes', { note: 'x' }],
    ['cancel', { reason }],
    ['refunds', { what: 'all', reason }],
    ['prints', { reason }],
    ['address', { address: testAddress, reason }],
  ];
  for (const [what, body] of calls) {
    await call(order, what, body, auditor).expect(403);
    expect((await call({ id: randomUUID() }, what, body).expect(404)).body.code).toBe('orders.not_found');
    await call(order, what, { ...body, reason: ' ', note: ' ' }).expect(400);
    await call(order, what, body, { ...support, bearer: orders.buyer.bearer }).expect(403);
  }
  expect((await orders.typesOf(order)).at(-1)).toBe('OrderPaid');
});
