import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PrintsLookup } from './prints.lookup.ts';
import { SendToPrint } from './send-to-print.ts';
import { OrderShop, orderOf } from './testing/order-shop.ts';

let orders: OrderShop;
beforeAll(async () => {
  orders = await OrderShop.open();
});
afterAll(() => orders.close());

const soon = { timeout: 20_000 };

test('an order with products is granted its images and booked, and is not delivered by that', async () => {
  const order = await orders.paid();
  expect(order.status).toBe('paid');
  const paymentId = await orders.paymentOf(order);
  const account = (await orders.shop.facts(orders.buyer)).filter(
    ({ data }) => (data as { paymentId?: string }).paymentId === paymentId,
  );
  expect(account).toMatchObject([
    { type: 'ImagePurchased', data: { cents: 75 } },
    { type: 'PrintsPurchased', data: { orderId: order.id, cents: 2099 } },
  ]);
  expect((await orders.call(order, 'payment').expect(200)).body).toMatchObject({
    payment: 'paid',
    message: 'Order placed successfully! You will receive a confirmation email shortly.',
  });
});

test('an order whose products are all paid back before printing is delivered with its downloads, and not printed', async () => {
  const order = await orders.paid();
  const { items } = (await orders.factOf<{ items: { kind: string; itemId: string }[] }>(order, 'OrderPlaced')) ?? {};
  const itemIds = (items ?? []).flatMap(({ kind, itemId }) => (kind === 'product' ? [itemId] : []));
  const refund = { requestId: randomUUID(), what: 'items', itemIds, reason: 'by-support', note: '' } as const;
  await orders.decide({ type: 'RequestOrderRefund', orderId: order.id, ...refund });
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: order.id } as const;
  const print = new SendToPrint({ orderId: order.id, attempt: 1 }, new Date(0), context);
  await orders.shop.server.app.get(CommandBus, { strict: false }).execute(print);
  await vi.waitFor(async () => expect(await orders.refundsOf(order)).toMatchObject([{ amount: 1500 }]), soon);
  expect((await orders.factsOf(order)).filter(({ type }) => type === 'OrderStatusChanged')).toMatchObject([
    { data: { to: 'delivered', reason: 'downloads-ready' } },
  ]);
  await orders.call(order, 'cancel').expect(409);
  await orders.call(order, 'arrival', { arrived: false }).expect(409);
});

test('products are refused where there is no print service, and downloads are not', async () => {
  const prints = orders.shop.server.app.get(PrintsLookup, { strict: false });
  const there = vi.spyOn(prints, 'isThere', 'get').mockReturnValue(false);
  try {
    const body = orderOf([await orders.mug()]);
    const reply = await orders.shop.post(orders.buyer, 'orders', body).expect(409);
    expect(reply.body).toMatchObject({ code: 'orders.prints_not_taken' });
    await orders.shop.post(orders.buyer, 'orders', orderOf([await orders.image()])).expect(201);
  } finally {
    there.mockRestore();
  }
});

describe('the member of an order with products', () => {
  test('cancels it until it is in production, also where only the card service knows that it is paid', async () => {
    const order = await orders.paid();
    expect((await orders.call(order, 'cancel').expect(200)).body.order.status).toBe('cancelled');
    await orders.call(order, 'cancel').expect(200);
    expect((await orders.typesOf(order)).filter((type) => type === 'OrderRefundRequested')).toHaveLength(1);

    const unreported = await orders.placed([await orders.mug()]);
    const { body } = await orders.call(unreported, 'payment').expect(200);
    const [paymentId = ''] = (body as { clientSecret: string }).clientSecret.split('_secret_');
    await orders.shop.service.stripe.paymentIntents.confirm(paymentId, { payment_method: 'pm_card_visa' });
    expect((await orders.call(unreported, 'cancel').expect(200)).body.order.status).toBe('cancelled');
    await vi.waitFor(async () => expect(await orders.refundsOf(unreported)).toMatchObject([{ amount: 2099 }]), soon);

    const late = await orders.paid();
    await orders.decide({ type: 'BeginPrinting', orderId: late.id });
    expect((await orders.call(late, 'cancel').expect(409)).body.code).toBe('orders.not_cancellable');
  });

  test('changes its address until it is in production', async () => {
    const order = await orders.paid();
    const moved = { street: '2 Side Street', city: 'Lyon', state: '', zipCode: '69001', country: 'France' };
    expect((await orders.call(order, 'address', moved).expect(200)).body).toMatchObject({
      success: true,
      order: { id: order.id, status: 'paid' },
    });
    expect(await orders.factOf(order, 'OrderAddressChanged')).toMatchObject(moved);
    const { body } = await orders.call(order, 'address', { ...moved, city: '' }).expect(400);
    expect(body.message).toBe('Please fill in all address fields');
    await orders.decide({ type: 'BeginPrinting', orderId: order.id });
    expect((await orders.call(order, 'address', moved).expect(409)).body.code).toBe('orders.address_fixed');
  });

  test('says that it has arrived, or has its delivery refunded where it is missing after the promised day', async () => {
    const [arrived, missing, early] = [await orders.paid(), await orders.paid(), await orders.paid()];
    const longAgo = new Date('2026-01-05T10:00:00.000Z');
    for (const order of [arrived, missing]) await orders.ship(order, longAgo);
    await orders.ship(early, new Date());
    expect((await orders.call(arrived, 'arrival', { arrived: true }).expect(200)).body.order.status).toBe('delivered');
    await orders.call(missing, 'arrival', { arrived: false }).expect(200);
    await orders.call(missing, 'arrival', { arrived: false }).expect(200);
    await vi.waitFor(async () => expect(await orders.refundsOf(missing)).toMatchObject([{ amount: 599 }]), soon);
    expect(await orders.factOf(missing, 'OrderRefundRequested')).toMatchObject({ reason: 'late', shipping: true });
    const { body } = await orders.call(early, 'arrival', { arrived: false }).expect(409);
    expect(body).toMatchObject({ code: 'orders.not_late_yet', promised: expect.any(String) as string });
  });

  test('alone can cancel it, change its address and report its arrival', async () => {
    const [order, other] = [await orders.paid(), await orders.studio.member()];
    const address = { street: '1', city: 'Lyon', country: 'France' };
    for (const [what, body] of [
      ['cancel', {}],
      ['address', address],
      ['arrival', { arrived: true }],
    ] as const) {
      expect((await orders.call(order, what, body, other).expect(404)).body.code).toBe('orders.not_found');
      expect((await orders.call({ id: randomUUID() }, what, body).expect(404)).body.code).toBe('orders.not_found');
    }
    expect((await orders.typesOf(order)).at(-1)).toBe('OrderPaid');
  });
});

test('an order that is not reported missing is delivered two weeks after the promised day', async () => {
  const order = await orders.paid();
  await orders.ship(order, new Date('2026-01-05T10:00:00.000Z'));
  await vi.waitFor(
    async () => expect(await orders.factOf(order, 'OrderStatusChanged')).toMatchObject({ reason: 'assumed-arrived' }),
    soon,
  );
});
