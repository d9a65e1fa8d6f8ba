import { randomUUID } from 'node:crypto';
import type { PriceList } from '@easel/contracts/prices/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ImageOffersLookup } from '../purchases/image-offers.lookup.ts';
import { signInOperator } from '../testing/api-server.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { CancelOrder } from './cancel-order.ts';
import type { OrderCommand } from './orders.decider.ts';
import { standardDelivery } from './testing/order-shop.ts';
import {
  type Ordered,
  shop,
  studio,
  seller,
  buyer,
  withCheckoutShop,
  itemOf,
  newItem,
  enter,
  productOf,
  bodyOf,
  place,
  placed,
  pay,
  cancel,
  factsOf,
  typesOf,
  purchasesOf,
  opened,
  confirm,
  toggle,
  PAID,
} from './testing/checkout-shop.ts';

withCheckoutShop();

describe('an order that is placed and paid', () => {
  test('is the member’s purchases by card, and delivered', async () => {
    const items = [await newItem({ price: 0.75 }), await newItem({ format: 'png' })];
    const { body } = await place(items, { total: 1.5 }).expect(201);
    const order = body.order as Ordered;
    expect(body).toEqual({
      success: true,
      message: 'Order placed successfully!',
      order: {
        id: expect.any(String),
        reference: 'ORD-1764000000000',
        status: 'pending',
        subtotal: 1.5,
        shipping: 0,
        total: 1.5,
      },
    });
    const before = await shop.balance(buyer);
    const reply = await pay(order, 'pm_card_visa').expect(200);
    expect(reply.body).toMatchObject({ success: true, payment: 'paid', clientSecret: null });
    expect(reply.body.order).toMatchObject({ id: order.id, status: 'delivered' });
    expect(await typesOf(order)).toEqual(PAID);
    const bought = await purchasesOf(order);
    expect(bought.map(({ data }) => data)).toEqual(
      items.map(({ generationId, variantId }) =>
        expect.objectContaining({
          memberId: buyer.id,
          generationId,
          variantId,
          sellerId: seller.id,
          method: 'card',
          paymentId: expect.stringMatching(/^pi_/) as string,
          cents: 75,
          tenths: 0,
        }),
      ),
    );
    expect(await shop.balance(buyer)).toEqual(before);
  });

  test('stays as it is when every call is repeated and the card service tells of it later', async () => {
    const key = randomUUID();
    const items = [await newItem()];
    const first = await place(items, {}, key).expect(201);
    const order = first.body.order as Ordered;
    const payKey = randomUUID();
    const paid = await pay(order, 'pm_card_visa', payKey).expect(200);
    expect((await place(items, {}, key).expect(201)).body).toEqual(first.body);
    expect((await pay(order, 'pm_card_visa', payKey).expect(200)).body).toEqual(paid.body);
    expect((await pay(order, 'pm_card_mastercard').expect(200)).body).toEqual(paid.body);
    await shop.service.deliver();
    expect(await typesOf(order)).toEqual(PAID);
    expect(await purchasesOf(order)).toHaveLength(1);
  });

  test('is answered to a repeat as to the first call, whatever has changed since', async () => {
    const [key, operator] = [randomUUID(), await signInOperator(shop.server)];
    const picture = await studio.finished(buyer);
    const items = [await productOf(picture, { price: 15 }), await newItem({ price: 0.75 })];
    const change = { ...standardDelivery, total: 21.74 };
    const first = await place(items, change, key).expect(201);
    const revise = async (mugCents: number) => {
      const { body } = await supertest(shop.server.http).get('/api/prices').expect(200);
      const { prices } = body as { prices: PriceList };
      const products = prices.products.map((product) =>
        product.id === 'mug' ? { ...product, cents: mugCents } : product,
      );
      const revised = { ...prices, products, reason: 'a test' };
      await supertest(shop.server.http)
        .put('/api/admin/prices')
        .set(...operator)
        .send(revised)
        .expect(200);
    };
    await revise(1600);
    await place(items, change).expect(409);
    expect((await place(items, change, key).expect(201)).body).toEqual(first.body);
    await toggle(true);
    expect((await place(items, change, key).expect(201)).body).toEqual(first.body);
    await toggle(false);
    await revise(1500);
    await cancel(first.body.order as Ordered).expect(200);
    expect((await place(items, change, key).expect(201)).body).toEqual(first.body);
    expect(await typesOf(first.body.order as Ordered)).toEqual(['OrderPlaced', 'OrderStatusChanged']);
  });

  test('is the same for ten calls of one key at the same time', async () => {
    const [key, items] = [randomUUID(), [await newItem()]];
    const replies = await Promise.all(Array.from({ length: 10 }, () => place(items, {}, key).expect(201)));
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
    expect(await typesOf(replies[0]?.body.order as Ordered)).toEqual(['OrderPlaced']);
  });

  test('is paid once by ten calls at the same time', async () => {
    const order = await placed();
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(order, 'pm_card_visa')));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.payment}`))).toEqual(new Set(['200 paid']));
    expect(await typesOf(order)).toEqual(PAID);
    expect(await purchasesOf(order)).toHaveLength(1);
  });

  test('is granted by its process where the call that paid it died in between', async () => {
    const order = await placed();
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
    const command = {
      type: 'PayOrder',
      orderId: order.id,
      paymentId: 'pi_lost',
      cents: 75,
      paidAt: new Date(),
    } as const;
    await shop.server.app
      .get(CommandBus, { strict: false })
      .execute(decide<OrderCommand>(orderStream, order.id, command, context));
    await vi.waitFor(async () => expect((await typesOf(order)).at(-1)).toBe('OrderStatusChanged'), { timeout: 10_000 });
    expect(await purchasesOf(order)).toHaveLength(1);
  });
});

test('an order below what a card can pay is refused, and nothing is stored', async () => {
  const cheap = vi
    .spyOn(ImageOffersLookup.prototype, 'pricesOf')
    .mockResolvedValue([{ tenths: null, cents: 49, priceVersion: 1, curator: true }]);
  const { body } = await place([await newItem()]).expect(409);
  cheap.mockRestore();
  expect(body).toMatchObject({ code: 'orders.below_least' });
});

test('an image is not ordered while it is entered in a challenge, and is once that has closed', async () => {
  const item = await newItem();
  await enter(item, new Date(Date.now() + 86_400_000));
  const { body } = await place([item]).expect(409);
  expect(JSON.stringify(body)).toContain('Sales of this image are paused while its challenge runs');
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
  await place([item]).expect(201);
});

describe('an order is refused', () => {
  test('with a reason for each item that cannot be had', async () => {
    const [own, hidden, good] = [await studio.published(buyer), await studio.finished(seller), await newItem()];
    const items = [
      await itemOf(own),
      await itemOf(hidden),
      await itemOf(own, { generationId: randomUUID(), variantId: randomUUID() }),
      good,
      { ...good, id: 'again' },
      await newItem({ resolutionTier: '8K' }),
      await newItem({ format: 'svg' }),
    ];
    const { body } = await place(items).expect(409);
    expect(body).toMatchObject({ code: 'orders.items_unavailable' });
    const gone = 'This image is no longer available';
    expect(body.items).toEqual([
      { id: items[0]?.id, reason: 'This image is yours already' },
      { id: items[1]?.id, reason: gone },
      { id: items[2]?.id, reason: gone },
      { id: 'again', reason: 'This image is in your cart more than once in this size' },
      { id: items[5]?.id, reason: expect.stringContaining('only allows downloads up to 1K') as string },
      { id: items[6]?.id, reason: expect.stringContaining('does not include SVG') as string },
    ]);
  });

  test('at another price than the server’s, with the right ones', async () => {
    const [right, wrong] = [await newItem({ price: 0.75 }), await newItem({ price: 0.5 })];
    const { body } = await place([right, wrong], { total: 1.25 }).expect(409);
    expect(body).toMatchObject({
      code: 'orders.price_changed',
      expected: 1.5,
      items: [{ id: wrong.id, expected: 0.75 }],
    });
    const total = await place([right], { total: 0.7 }).expect(409);
    expect(total.body).toMatchObject({ expected: 0.75, items: [] });
  });

  test('of an image that was bought already', async () => {
    const item = await newItem();
    await pay(await placed(item), 'pm_card_visa').expect(200);
    const { body } = await place([item]).expect(409);
    expect(body.items).toEqual([{ id: item.id, reason: 'You have bought this image in this size already' }]);
  });
});

describe('in test mode', () => {
  beforeAll(() => toggle(true));
  afterAll(() => toggle(false));

  test('an order that does not know is refused', async () => {
    const { body } = await place([await newItem()]).expect(409);
    expect(body).toMatchObject({ code: 'orders.mode_changed', testMode: true });
  });

  test('an order is charged nothing, grants nothing, and can be cancelled', async () => {
    const { body } = await place([await newItem()], { test_mode: true }).expect(201);
    const order = body.order as Ordered;
    expect(body.message).toBe('Test order placed successfully! No payment was processed.');
    expect(order).toMatchObject({ reference: 'TEST-1764000000000', status: 'test_mode' });
    expect((await pay(order, 'pm_card_visa').expect(409)).body.code).toBe('orders.not_payable');
    expect((await cancel(order).expect(200)).body.order.status).toBe('cancelled');
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderStatusChanged']);
    expect(await purchasesOf(order)).toEqual([]);
  });
});

describe('an order that is cancelled', () => {
  test('can no longer be paid, here or at the card service', async () => {
    const order = await placed();
    const paymentId = await opened(order);
    const { body } = await cancel(order).expect(200);
    expect(body.order.status).toBe('cancelled');
    await cancel(order).expect(200);
    expect((await shop.service.stripe.paymentIntents.retrieve(paymentId)).status).toBe('canceled');
    await expect(confirm(paymentId)).rejects.toThrow('canceled');
    expect((await pay(order, 'pm_card_visa').expect(409)).body.code).toBe('orders.not_payable');
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderPaymentOpened', 'OrderStatusChanged']);
  });

  test('stays paid where the payment came first, though no webhook reported it', async () => {
    const order = await placed();
    await confirm(await opened(order));
    expect((await cancel(order).expect(409)).body.code).toBe('orders.not_cancellable');
    expect(await typesOf(order)).toEqual(PAID);
  });

  test('as unpaid says so, and one that was paid is not', async () => {
    const bus = shop.server.app.get(CommandBus, { strict: false });
    const expire = (id: string) => {
      const actor = { kind: 'system', id: 'orders.expire' } as const;
      return bus.execute(new CancelOrder(id, 'unpaid', { key: `expire ${id}`, actor, correlationId: id }));
    };
    const [unpaid, paid] = [await placed(), await placed()];
    await confirm(await opened(paid));
    expect([await expire(unpaid.id), await expire(paid.id)]).toEqual([undefined, undefined]);
    expect((await factsOf(unpaid)).at(-1)?.data).toMatchObject({ from: 'pending', to: 'cancelled', reason: 'unpaid' });
    expect(await typesOf(paid)).toEqual(PAID);
  });
});

test('an order of another member, or one that does not exist, is answered with 404', async () => {
  const [order, other] = [await placed(), await studio.member()];
  for (const id of [order.id, randomUUID()]) {
    expect((await pay({ id }, 'pm_card_visa', undefined, other).expect(404)).body.code).toBe('orders.not_found');
    expect((await cancel({ id }, other).expect(404)).body.code).toBe('orders.not_found');
  }
  expect(await typesOf(order)).toEqual(['OrderPlaced']);
});

test('an unpaid order of an erased member takes no payment, and one that was paid gives it back', async () => {
  const leaving = await studio.member();
  const order = async () => {
    const { body } = await shop.post(leaving, 'orders', bodyOf([await newItem()])).expect(201);
    const { id } = body.order as Ordered;
    const { body: reply } = await pay({ id }, undefined, undefined, leaving).expect(200);
    return { id, paymentId: (reply as { clientSecret: string }).clientSecret.split('_secret_')[0] ?? '' };
  };
  const [open, paid] = [await order(), await order()];
  await confirm(paid.paymentId);
  await askedLongAgo(shop.server, leaving, true);
  const { stripe } = shop.service;
  await vi.waitFor(async () => expect((await stripe.paymentIntents.retrieve(open.paymentId)).status).toBe('canceled'), {
    timeout: 20_000,
  });
  await shop.service.deliver();
  expect(await typesOf(open)).toEqual(['OrderPlaced', 'OrderPaymentOpened']);
  expect((await typesOf(paid)).slice(2)).toEqual(['OrderStatusChanged', 'OrderRefunded']);
  expect((await stripe.refunds.list({ payment_intent: paid.paymentId })).data).toMatchObject([{ amount: 75 }]);
});

test('nothing of a payment’s secret is in the log', async () => {
  const order = await placed();
  const { body } = await pay(order).expect(200);
  const paymentId = await opened(order);
  await confirm(paymentId);
  await shop.service.deliver();
  const facts = await factsOf(order);
  expect(JSON.stringify(facts.map(({ data }) => data))).not.toContain((body as { clientSecret: string }).clientSecret);
});
