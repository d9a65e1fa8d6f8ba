import { randomUUID } from 'node:crypto';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { ordersHttp } from '@easel/contracts/orders/http';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinOperator } from '../testing/operators.ts';
import { OrderShop, orderOf, testAddress, type TestProduct } from './testing/order-shop.ts';

let orders: OrderShop;
let mug: TestProduct;
beforeAll(async () => {
  orders = await OrderShop.open();
  mug = await orders.mug();
});
afterAll(() => orders.close());

const place = (items: readonly object[], change: object = {}): Test =>
  orders.shop.post(orders.buyer, 'orders', { ...orderOf(items), ...change });

describe('a cart', () => {
  test('of 200 items is ordered at the sum of all, and one of 201 is not', async () => {
    const items = Array.from({ length: 200 }, (_, n) => ({ ...mug, id: `cart-${n}`, price: 15 }));
    const { body } = await place(items, { total: 3000 }).expect(201);
    expect(body.order).toMatchObject({ subtotal: 3000, shipping: 0, total: 3000 });
    expect((await place([...items, mug]).expect(400)).body.message).toBe('An order has at most 200 items');
  });

  test.each([0, -1, 1e9, 2.5])('with %s copies is refused', async (quantity) => {
    const { body } = await place([mug, { ...mug, quantity }]).expect(400);
    expect(body.message).toBe('Please choose a quantity from 1 to 99');
  });

  test.each([{ price: 0 }, { price: 0.01 }, { price: 14.99 }])('with the price %o is refused', async ({ price }) => {
    const { body } = await place([{ ...mug, price }], { total: price + 5.99 }).expect(409);
    expect(body).toMatchObject({ code: 'orders.price_changed', expected: 20.99, items: [{ expected: 15 }] });
  });

  test('with prices of its own below other names costs what the list says', async () => {
    const own = { unitCents: 1, cents: 1, unit_price: 0.01, discount: 14, makerId: randomUUID() };
    const forged = { ...orderOf([{ ...mug, ...own }]), subtotal: 0.01, shipping: 0, totalCents: 1, couponCode: 'FREE' };
    const { body } = await orders.shop.post(orders.buyer, 'orders', forged).expect(201);
    expect(body.order).toMatchObject({ subtotal: 15, shipping: 5.99, total: 20.99 });
  });

  test('with an address of 10 kB or a body of 3 MB is refused', async () => {
    const street = 'x'.repeat(10_000);
    await place([mug], { shipping_address: { ...testAddress, street } }).expect(400);
    await place([{ ...mug, thumbnail: 'x'.repeat(3_000_000) }]).expect(413);
  });

  test('with pictures that are another member’s, private, deleted, or named wrongly is refused for each', async () => {
    const { studio, buyer, seller } = orders;
    const [deleted, hidden] = [await orders.mug(), await studio.published(seller)];
    await studio.call('delete', deleted.generationId, buyer).expect(200);
    const shown = await orders.image();
    const picture = await orders.pictureOf(hidden);
    await studio.call('put', `${hidden}/make-public`, seller).send({ isPublic: false }).expect(200);
    const items = [
      deleted,
      { ...mug, ...picture, id: 'foreign' },
      { ...shown, ...picture, id: 'private' },
      // The buyer's own generation, with another member's picture in it.
      { ...mug, variantId: picture.variantId, id: 'mixed' },
      { ...shown, generationId: mug.generationId, id: 'mixed download' },
    ];
    const { body } = await place(items).expect(409);
    const reason = 'This image is no longer available';
    expect(body.items).toEqual(items.map(({ id }) => ({ id, reason })));
  });
});

describe('an order of another member', () => {
  const bodies: Record<string, object> = {
    pay: { paymentMethod: 'pm_card_visa' },
    changeAddress: testAddress,
    reportArrival: { arrived: false },
  };
  const routes = Object.entries(ordersHttp).filter(([, { side, path }]) => side === 'command' && path.includes(':id'));

  test.each(routes)('is not found by %s', async (name, { path }) => {
    const [order, other] = [await orders.paid([mug]), await orders.studio.member()];
    const before = await orders.typesOf(order);
    for (const id of [order.id, randomUUID()]) {
      const reply = await orders.shop.post(other, path.replace('/api/', '').replace(':id', id), bodies[name] ?? {});
      expect([reply.status, reply.body]).toMatchObject([404, { code: 'orders.not_found' }]);
    }
    expect(await orders.typesOf(order)).toEqual(before);
  });
});

describe('what support does with an order', () => {
  const reason = 'a test';
  const bodies: Record<keyof typeof orderActionsHttp, object> = {
    note: { note: 'x' },
    cancel: { reason },
    refund: { what: 'all', reason },
    reprint: { reason },
    correctAddress: { address: testAddress, reason },
  };

  test('is refused to members, visitors, analysts and auditors, and changes nothing', async () => {
    const order = await orders.paid([mug]);
    const [analyst, auditor] = [
      await joinOperator(orders.shop.server, 'analyst'),
      await joinOperator(orders.shop.server, 'auditor'),
    ];
    const before = await orders.typesOf(order);
    for (const [name, { path }] of Object.entries(orderActionsHttp)) {
      const call = (): Test =>
        supertest(orders.shop.server.http)
          .post(path.replace(':id', order.id))
          .set('idempotency-key', randomUUID())
          .send(bodies[name as keyof typeof bodies]);
      await call().expect(401);
      for (const { bearer } of [orders.buyer, analyst, auditor])
        await call()
          .set(...bearer)
          .expect(403);
    }
    expect(await orders.typesOf(order)).toEqual(before);
  });
});

test('a refund cannot name an item of another order', async () => {
  const support = await joinOperator(orders.shop.server, 'support');
  const [order, other] = [await orders.paid([mug]), await orders.paid([mug])];
  const { items = [] } = (await orders.factOf<{ items: { itemId: string }[] }>(other, 'OrderPlaced')) ?? {};
  const { body } = await supertest(orders.shop.server.http)
    .post(orderActionsHttp.refund.path.replace(':id', order.id))
    .set(...support.bearer)
    .set('idempotency-key', randomUUID())
    .send({ what: 'items', items: items.map(({ itemId }) => itemId), reason: 'a test' })
    .expect(409);
  expect(body.code).toBe('orders.not_refundable');
});
