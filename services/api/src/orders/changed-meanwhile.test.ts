import { randomUUID } from 'node:crypto';
import type { OrderedProduct } from '@easel/contracts/orders/events';
import type { PriceList } from '@easel/contracts/prices/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signInOperator } from '../testing/api-server.ts';
import { askedYesterday } from '../testing/erasures.ts';
import { printFileOf, startPrintService, type TestPrintService } from '../testing/print-service.ts';
import { SendToPrint } from './send-to-print.ts';
import { OrderShop, orderOf, type TestOrder } from './testing/order-shop.ts';

let prints: TestPrintService;
let orders: OrderShop;
let maker: Awaited<ReturnType<typeof startDerivedMaker>>;
let operator: [string, string];
const made: DerivedRequest[] = [];
beforeAll(async () => {
  prints = await startPrintService();
  orders = await OrderShop.open({ ...prints.settings, PRINT_LOOK_MS: 600 });
  operator = await signInOperator(orders.shop.server);
  const make = async (request: DerivedRequest): Promise<Buffer> => {
    made.push(request);
    const { stream } = await orders.shop.server.app.get(BlobStore, { strict: false }).open(request.source);
    stream.destroy();
    return printFileOf(request.widthPx, request.heightPx).bytes;
  };
  maker = await startDerivedMaker(orders.shop.server.foundation, make, { lookEveryMs: 20 });
});
afterAll(async () => {
  await maker?.stop();
  await orders?.close();
  await prints?.stop();
});

const soon = { timeout: 20_000 };
const place = (items: readonly object[], change: object = {}) =>
  orders.shop.post(orders.buyer, 'orders', { ...orderOf(items), ...change });
const itemsOf = async (order: { id: string }) =>
  (await orders.factOf<{ items: OrderedProduct[] }>(order, 'OrderPlaced'))?.items ?? [];
const remove = async (generationId: string, member = orders.buyer): Promise<void> => {
  await orders.studio.call('delete', generationId, member).expect(200);
  await orders.studio.call('delete', `${generationId}/trash`, member).expect(200);
};

describe('a price that is revised', () => {
  const listed = async () => {
    const { body } = await supertest(orders.shop.server.http).get('/api/prices').expect(200);
    return body.prices as PriceList;
  };
  const revise = async (mugCents: number): Promise<void> => {
    const list = await listed();
    const products = list.products.map((one) => (one.id === 'mug' ? { ...one, cents: mugCents } : one));
    await supertest(orders.shop.server.http)
      .put('/api/admin/prices')
      .set(...operator)
      .send({ ...list, products, reason: 'a test' })
      .expect(200);
  };
  afterEach(() => revise(1500));

  test('before the order is placed is answered with the right ones, at which it is placed', async () => {
    const shown = await orders.mug({ price: 15, quantity: 2 });
    await revise(1700);
    const { body } = await place([shown], { total: 35.99 }).expect(409);
    expect(body).toMatchObject({
      code: 'orders.price_changed',
      expected: 39.99,
      items: [{ id: shown.id, expected: 17 }],
    });
    const agreed = await place([{ ...shown, price: 17 }], { total: body.expected as number }).expect(201);
    expect(agreed.body.order).toMatchObject({ subtotal: 34, total: 39.99 });
    expect(await orders.factOf(agreed.body.order as TestOrder, 'OrderPlaced')).toMatchObject({
      priceVersion: (await listed()).version,
      totalCents: 3999,
    });
  });

  test.each([1700, 1300])('to %i cents after the order was placed leaves what the card pays', async (cents) => {
    const order = await orders.placed([await orders.mug()]);
    await revise(cents);
    await orders.call(order, 'payment', { paymentMethod: 'pm_card_visa' }).expect(200);
    const payment = await orders.shop.service.stripe.paymentIntents.retrieve(await orders.paymentOf(order));
    expect([payment.amount_received, (await orders.factOf(order, 'OrderPaid'))?.cents]).toEqual([2099, 2099]);
  });

  test('after a lost reply places the order of the first call, and no second one', async () => {
    const [body, key] = [orderOf([await orders.mug({ price: 15 })]), randomUUID()];
    const first = await orders.shop.post(orders.buyer, 'orders', body, key).expect(201);
    await revise(1700);
    expect((await orders.shop.post(orders.buyer, 'orders', body, key).expect(201)).body).toEqual(first.body);
  });
});

describe('a picture that its owner deletes forever', () => {
  test('before the order is placed is not ordered', async () => {
    const mug = await orders.mug();
    await remove(mug.generationId);
    expect((await place([mug]).expect(409)).body.items).toEqual([
      { id: mug.id, reason: 'This image is no longer available' },
    ]);
  });

  test('after the payment is printed all the same, from the file of the order', async () => {
    const [kept, gone] = [await orders.mug(), await orders.mug()];
    const order = await orders.paid([kept, gone]);
    await remove(gone.generationId);
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: order.id } as const;
    const bus = orders.shop.server.app.get(CommandBus, { strict: false });
    await bus.execute(new SendToPrint({ orderId: order.id, attempt: 1 }, new Date(0), context));
    const sources = (await itemsOf(order)).map(({ image }) => image.original.blob);
    expect(made.map(({ source }) => source)).toEqual(expect.arrayContaining(sources));
    const { printOrderId } = (await orders.factOf<{ printOrderId: string }>(order, 'OrderSentToPrint')) ?? {};
    const there = (await prints.ordersOf(order.reference)).find((one) => one.order.id === printOrderId);
    expect(there?.order.items).toHaveLength(2);
    expect(await orders.typesOf(order)).not.toContain('OrderPrintFailed');
  });

  test('is downloaded by a member who ordered it before, and paid after that', async () => {
    const image = await orders.image();
    const order = await orders.placed([image]);
    await remove((image as { generationId: string }).generationId, orders.seller);
    await orders.call(order, 'payment', { paymentMethod: 'pm_card_visa' }).expect(200);
    const [item] = await itemsOf(order);
    await orders.shop.get(orders.buyer, `purchases/${item?.itemId}/file`).expect(200);
  });
});

describe('test mode that is switched after the order was placed', () => {
  const toggle = async (testMode: boolean): Promise<void> => {
    const { http } = orders.shop.server;
    const path = '/api/admin/settings/checkout';
    const { body } = await supertest(http)
      .get(path)
      .set(...operator)
      .expect(200);
    const { version } = body as { version: number };
    await supertest(http)
      .put(path)
      .set(...operator)
      .send({ version, testMode, reason: 'a test' })
      .expect(200);
  };
  afterEach(async () => {
    const { body } = await supertest(orders.shop.server.http)
      .get('/api/admin/settings/checkout')
      .set(...operator);
    if ((body as { testMode: boolean }).testMode) await toggle(false);
  });

  test('leaves a genuine order to be paid, and a test order free', async () => {
    const items = [await orders.mug(), await orders.image()];
    const genuine = await orders.placed(items);
    await toggle(true);
    await orders.call(genuine, 'payment', { paymentMethod: 'pm_card_visa' }).expect(200);
    expect(await orders.factOf(genuine, 'OrderPaid')).toMatchObject({ cents: 2174 });
    const [mug] = items;
    const trial = (await place([mug!], { test_mode: true }).expect(201)).body.order as TestOrder;
    await toggle(false);
    const { body } = await orders.call(trial, 'payment', { paymentMethod: 'pm_card_visa' }).expect(409);
    expect(body.code).toBe('orders.not_payable');
    expect(await orders.typesOf(trial)).toEqual(['OrderPlaced']);
  });
});

test('an erasure that was asked for waits for an order under way, and for nothing once it is cancelled', async () => {
  const { shop, studio } = orders;
  const leaving = await studio.member();
  const mug = { ...(await orders.mug()), ...(await orders.pictureOf(await studio.finished(leaving))) };
  const { body } = await shop.post(leaving, 'orders', orderOf([mug])).expect(201);
  const order = body.order as TestOrder;
  const pay = { paymentMethod: 'pm_card_visa' };
  await orders.call(order, 'payment', pay, leaving).expect(200);
  await askedYesterday(shop.server, leaving, true);
  const waits = await shop.get(leaving, 'auth/erasure').expect(200);
  expect(waits.body.erasure.waitsFor).toMatchObject([{ kind: 'order', reference: 'ORD-1764000000000' }]);
  // Their order can still be cancelled, and then nothing is waited for.
  await orders.call(order, 'cancel', {}, leaving).expect(200);
  await vi.waitFor(async () => expect(await orders.refundsOf(order)).toMatchObject([{ amount: 2099 }]), soon);
  expect((await shop.get(leaving, 'auth/erasure').expect(200)).body.erasure.waitsFor).toEqual([]);
});
