import { randomUUID } from 'node:crypto';
import { centred, type Placement } from '@easel/contracts/products/placement';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { CommandBus } from '@nestjs/cqrs';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { ImageOffersLookup } from '../purchases/image-offers.lookup.ts';
import { topUpAs } from '../testing/accounts.ts';
import { signInOperator, type TestMember } from '../testing/api-server.ts';
import { cards } from '../testing/card-service.ts';
import { Checkout } from '../testing/checkout.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { Studio } from '../testing/studio.ts';
import { CancelOrder } from './cancel-order.ts';
import type { OrderCommand } from './orders.decider.ts';
import { smallPlacement, standardDelivery, testAddress, testProduct, type TestProduct } from './testing/order-shop.ts';

interface Item {
  kind: 'image-download';
  id: string;
  generationId: string;
  variantId: string;
  resolutionTier: string;
  format: string;
  quantity: 1;
  price?: number;
}
interface Ordered {
  id: string;
  reference: string;
  status: string;
  total: number;
}

let shop: Checkout;
let studio: Studio;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  shop = await Checkout.open();
  studio = new Studio(shop.server);
  [seller, buyer] = [await studio.member(), await studio.member()];
});
afterAll(() => shop.close());

const itemOf = async (generationId: string, change: Partial<Item> = {}): Promise<Item> => {
  const view = await shop.server.app.get(GenerationLookup, { strict: false }).find(generationId);
  const variantId = view?.variants[0]?.variantId ?? '';
  const wanted = { kind: 'image-download', resolutionTier: '1K', format: 'png', quantity: 1 } as const;
  return { id: `cart-${randomUUID()}`, generationId, variantId, ...wanted, ...change };
};
const newItem = async (change: Partial<Item> = {}) => itemOf(await studio.published(seller), change);

const zoomedOut: Placement = { ...centred, fit: 'border' };
const productOf = async (generationId: string, change: Partial<TestProduct> = {}): Promise<TestProduct> => {
  const { variantId } = await itemOf(generationId);
  return testProduct({ generationId, variantId }, change);
};

const bodyOf = (items: readonly (Item | TestProduct)[], change: object = {}) => ({
  id: 'ORD-1764000000000',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.org',
  items,
  test_mode: false,
  ...change,
});
const place = (items: readonly (Item | TestProduct)[], change: object = {}, key = randomUUID()): Test =>
  shop.post(buyer, 'orders', bodyOf(items, change), key);
const placed = async (...items: Item[]): Promise<Ordered> =>
  ((await place(items.length > 0 ? items : [await newItem()]).expect(201)).body as { order: Ordered }).order;
const pay = ({ id }: { id: string }, paymentMethod?: string, key?: string, member = buyer): Test =>
  shop.post(member, `orders/${id}/payment`, { ...(paymentMethod !== undefined && { paymentMethod }) }, key);
const cancel = ({ id }: { id: string }, member = buyer): Test => shop.post(member, `orders/${id}/cancel`);
const factsOf = ({ id }: { id: string }) => studio.factsOf(orderStream.nameOf(id));
const typesOf = ({ id }: { id: string }) => studio.typesIn(orderStream.nameOf(id));
/** What was bought in an order, as the account has it. */
const purchasesOf = async (order: { id: string }) => {
  const [first] = await factsOf(order);
  const { items } = (first?.data ?? {}) as { items: { itemId: string }[] };
  const ids = items.map(({ itemId }) => itemId);
  const facts = await studio.factsOf(`account-${buyer.id}`);
  return facts.filter(
    ({ type, data }) => type === 'ImagePurchased' && ids.includes((data as { purchaseId: string }).purchaseId),
  );
};
/** The payment of an order, opened. */
const opened = async (order: { id: string }): Promise<string> => {
  const { body } = await pay(order).expect(200);
  expect(body).toMatchObject({ payment: 'open', message: null, clientSecret: expect.stringMatching(/^pi_.+_secret_/) });
  return (body as { clientSecret: string }).clientSecret.split('_secret_')[0] ?? '';
};
/** As the browser does it, by itself. */
const confirm = (paymentId: string, payment_method = 'pm_card_visa') =>
  shop.service.stripe.paymentIntents.confirm(paymentId, { payment_method });
const toggle = async (testMode: boolean) => {
  const operator = await signInOperator(shop.server);
  const { body } = await supertest(shop.server.http)
    .get('/api/admin/settings/checkout')
    .set(...operator)
    .expect(200);
  const { version } = body as { version: number };
  await supertest(shop.server.http)
    .put('/api/admin/settings/checkout')
    .set(...operator)
    .send({ version, testMode, reason: 'a test' })
    .expect(200);
};
const PAID = ['OrderPlaced', 'OrderPaymentOpened', 'OrderPaid', 'OrderStatusChanged'];

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

describe('a payment', () => {
  test('waits for the cardholder where the bank asks for 3-D Secure, and is paid once they have answered', async () => {
    const order = await placed();
    const { body } = await pay(order, 'pm_card_threeDSecure2Required').expect(200);
    expect(body).toMatchObject({ payment: 'open', authenticateAt: expect.stringMatching(/^https?:/) as string });
    const [paymentId] = (body as { clientSecret: string }).clientSecret.split('_secret_');
    expect(await purchasesOf(order)).toEqual([]);
    await shop.service.control(`payment_intents/${paymentId}/authenticate`, {});
    await shop.service.deliver();
    expect((await pay(order).expect(200)).body).toMatchObject({ payment: 'paid', authenticateAt: null });
    expect(await typesOf(order)).toEqual(PAID);
  });

  test('whose cardholder fails 3-D Secure charges nothing, and another card pays the order', async () => {
    const order = await placed();
    const { body } = await pay(order, 'pm_card_threeDSecure2Required').expect(200);
    const [paymentId] = (body as { clientSecret: string }).clientSecret.split('_secret_');
    await shop.service.control(`payment_intents/${paymentId}/authenticate`, { succeeded: false });
    const { body: failed } = await pay(order).expect(200);
    expect(failed).toMatchObject({ payment: 'open', authenticateAt: null, message: expect.any(String) as string });
    await pay(order, 'pm_card_visa').expect(200);
    expect(await typesOf(order)).toEqual(PAID.toSpliced(2, 0, 'OrderPaymentFailed'));
  });

  test('that is declined says why, is recorded once, and leaves the order for another card', async () => {
    const order = await placed();
    const key = randomUUID();
    const declined = await pay(order, 'pm_card_chargeDeclinedInsufficientFunds', key).expect(402);
    expect(declined.body).toMatchObject({
      success: false,
      code: 'orders.payment_refused',
      message: 'Your card has insufficient funds.',
    });
    await pay(order, 'pm_card_chargeDeclinedInsufficientFunds', key).expect(402);
    await shop.service.deliver();
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderPaymentOpened', 'OrderPaymentFailed']);
    expect((await factsOf(order)).at(-1)?.data).toMatchObject({
      reason: 'insufficient_funds',
      chargeId: expect.stringMatching(/^ch_/) as string,
    });
    expect((await pay(order).expect(200)).body).toMatchObject({
      payment: 'open',
      message: 'Your card has insufficient funds.',
    });
    await pay(order, 'pm_card_chargeDeclinedExpiredCard').expect(402);
    expect((await factsOf(order)).at(-1)?.data).toMatchObject({ reason: 'expired_card' });
    expect((await pay(order, 'pm_card_visa').expect(200)).body.payment).toBe('paid');
    const types = await typesOf(order);
    expect(types.filter((type) => type === 'OrderPaymentFailed')).toHaveLength(2);
    expect(types.filter((type) => type === 'OrderPaid')).toHaveLength(1);
  });

  test('with a card that the card service does not know is refused, and recorded nowhere', async () => {
    const order = await placed();
    const { body } = await pay(order, 'pm_card_nobodys').expect(402);
    expect(body).toMatchObject({
      code: 'orders.payment_refused',
      message: expect.stringContaining('No such') as string,
    });
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderPaymentOpened']);
  });

  test('that the browser makes by itself is learned of by the webhook', async () => {
    const order = await placed();
    const paymentId = await opened(order);
    await expect(confirm(paymentId, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await shop.service.deliver();
    await confirm(paymentId);
    await shop.service.deliver();
    expect(await typesOf(order)).toEqual([
      'OrderPlaced',
      'OrderPaymentOpened',
      'OrderPaymentFailed',
      'OrderPaid',
      'OrderStatusChanged',
    ]);
    expect((await pay(order).expect(200)).body).toMatchObject({ payment: 'paid', order: { status: 'delivered' } });
    expect(await purchasesOf(order)).toHaveLength(1);
  });

  test('of which no webhook came is found by the next call, and no card is tried again', async () => {
    const order = await placed();
    await confirm(await opened(order));
    expect((await pay(order, 'pm_card_chargeDeclined').expect(200)).body.payment).toBe('paid');
    expect(await typesOf(order)).toEqual(PAID);
  });

  test('over which a bank takes its time is said to be so, and its order is not cancelled', async () => {
    const order = await placed();
    const paymentId = await opened(order);
    const { id } = await shop.service.stripe.paymentMethods.create({
      type: 'card',
      card: { number: cards.paysLater, exp_month: 12, exp_year: 2040, cvc: '123' },
    });
    await confirm(paymentId, id);
    expect((await pay(order).expect(200)).body).toMatchObject({
      payment: 'processing',
      message: expect.stringContaining('bank') as string,
    });
    expect((await cancel(order).expect(409)).body.code).toBe('orders.not_cancellable');
    const bus = shop.server.app.get(CommandBus, { strict: false });
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
    const hourMs = 3_600_000;
    const again = async () => (await bus.execute(new CancelOrder(order.id, 'unpaid', context)))?.again.getTime() ?? 0;
    const inAnHourMs = Date.now() + hourMs;
    expect(Math.abs((await again()) - inAnHourMs)).toBeLessThan(hourMs / 2);
    const threeDaysOn = Date.now() + 72 * hourMs;
    vi.useFakeTimers({ now: threeDaysOn, toFake: ['Date'] });
    try {
      expect(Math.abs((await again()) - (threeDaysOn + 24 * hourMs))).toBeLessThan(hourMs / 2);
    } finally {
      vi.useRealTimers();
    }
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderPaymentOpened']);
  });

  test('is refused for what was bought by another way meanwhile', async () => {
    const item = await newItem();
    const order = await placed(item);
    await topUpAs(shop.server, buyer.id, 1000);
    const bought = { imageId: item.generationId, size: '1K', paymentMethod: 'dollars' };
    await shop.post(buyer, 'images/purchase', bought).expect(200);
    const { body } = await pay(order, 'pm_card_visa').expect(409);
    expect(body).toMatchObject({
      code: 'orders.items_unavailable',
      items: [{ id: expect.any(String) as string, reason: 'You have bought this image in this size already' }],
    });
    expect(await typesOf(order)).toEqual(['OrderPlaced']);
  });

  test('that was made though the image was bought meanwhile is recorded as a purchase all the same', async () => {
    const item = await newItem();
    const [one, other] = [await placed(item), await placed(item)];
    const payments = [await opened(one), await opened(other)];
    for (const paymentId of payments) await confirm(paymentId);
    await shop.service.deliver();
    expect(await purchasesOf(one)).toHaveLength(1);
    expect(await purchasesOf(other)).toHaveLength(1);
  });

  test('that comes for an order cancelled already goes back to the card, and both are recorded nowhere else', async () => {
    const order = await placed();
    const paymentId = await opened(order);
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
    const command = { type: 'ChangeOrderStatus', orderId: order.id, to: 'cancelled', reason: 'unpaid' } as const;
    await shop.server.app
      .get(CommandBus, { strict: false })
      .execute(decide<OrderCommand>(orderStream, order.id, command, context));
    await confirm(paymentId);
    const account = await shop.types(buyer);
    await shop.service.deliver();
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderPaymentOpened', 'OrderStatusChanged', 'OrderRefunded']);
    expect(await shop.types(buyer)).toEqual(account);
    const { data } = await shop.service.stripe.refunds.list({ payment_intent: paymentId });
    expect(data).toMatchObject([{ amount: 75, status: 'succeeded' }]);
  });

  test('that is refunded is known to the order and to the account, which keeps the files back', async () => {
    const order = await placed();
    await pay(order, 'pm_card_visa').expect(200);
    const [purchase] = await purchasesOf(order);
    const { paymentId, purchaseId } = (purchase?.data ?? {}) as { paymentId: string; purchaseId: string };
    const { dollars } = await shop.balance(buyer);
    await shop.service.stripe.refunds.create({ payment_intent: paymentId });
    await shop.service.deliver();
    expect((await typesOf(order)).slice(PAID.length)).toEqual(['OrderRefunded', 'OrderStatusChanged']);
    const account = (await shop.facts(buyer)).filter(
      ({ data }) => (data as { paymentId?: string }).paymentId === paymentId,
    );
    expect(account.map(({ type }) => type)).toEqual(['ImagePurchased', 'WalletRefunded']);
    expect((await shop.balance(buyer)).dollars).toBe(dollars);
    await shop.get(buyer, `purchases/${purchaseId}/file`).expect(403);
    expect((await pay(order).expect(200)).body).toMatchObject({ payment: 'paid', order: { status: 'refunded' } });
  });

  test('whose dispute is reported before its payment takes nothing from the wallet', async () => {
    const order = await placed();
    const paymentId = await opened(order);
    const { dollars } = await shop.balance(buyer);
    await confirm(paymentId, 'pm_card_createDispute');
    await shop.service.control('release', { order: ['charge.dispute.created', 'payment_intent.succeeded'] });
    await shop.service.deliver();
    expect((await typesOf(order)).slice(0, PAID.length)).toEqual(PAID);
    expect((await shop.balance(buyer)).dollars).toBe(dollars);
    const [purchase] = await purchasesOf(order);
    const { purchaseId } = (purchase?.data ?? {}) as { purchaseId: string };
    const { body } = await shop.get(buyer, `purchases/${purchaseId}/file`).expect(403);
    expect(body.code).toBe('purchases.payment_gone');
  });
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

describe('an order with products', () => {
  const total = (items: readonly TestProduct[], delivery = 5.99) =>
    Math.round(items.reduce((sum, { price = 0, quantity }) => sum + price * quantity, delivery) * 100) / 100;

  test('is placed at the server’s prices, with what may be printed, where it goes and how', async () => {
    const generationId = await studio.finished(buyer);
    const items = [
      await productOf(generationId, { productId: 'mug', price: 15, quantity: 2, placement: zoomedOut }),
      await productOf(generationId, {
        productId: 't-shirt',
        size: 'M',
        color: 'navy',
        price: 24,
        placement: smallPlacement,
      }),
      await newItem({ price: 0.75 }),
    ];
    const { body } = await place(items, { ...standardDelivery, total: 60.74 }).expect(201);
    expect(body).toMatchObject({
      message: 'Order placed successfully!',
      order: { status: 'pending', subtotal: 54.75, shipping: 5.99, total: 60.74 },
    });
    const [fact] = await factsOf(body.order as Ordered);
    expect(fact?.data).toMatchObject({
      ...testAddress,
      deliveryMethod: 'standard',
      items: [
        {
          kind: 'product',
          productId: 'mug',
          name: 'Mug',
          size: '',
          colour: '',
          quantity: 2,
          unitCents: 1500,
          cents: 3000,
          makerId: buyer.id,
          widthPx: 1024,
          heightPx: 1024,
          placement: zoomedOut,
        },
        { kind: 'product', productId: 't-shirt', size: 'M', colour: 'navy', cents: 2400 },
        { kind: 'image-download', cents: 75 },
      ],
    });
  });

  test('costs no delivery from 150 dollars on, downloads included, and ignores an address of downloads alone', async () => {
    const generationId = await studio.finished(buyer);
    const items = [await productOf(generationId, { productId: 'mug', price: 15, quantity: 10, placement: zoomedOut })];
    const { body } = await place(items, { ...standardDelivery, total: 150 }).expect(201);
    expect(body.order).toMatchObject({ subtotal: 150, shipping: 0, total: 150 });
    const downloads = await place([await newItem()], standardDelivery).expect(201);
    expect(downloads.body.order).toMatchObject({ shipping: 0 });
    const [fact] = await factsOf(downloads.body.order as Ordered);
    expect(fact?.data).toMatchObject({ deliveryMethod: null, street: '', country: '' });
  });

  test('at other prices is refused with the right ones, of one item and of all with delivery', async () => {
    const generationId = await studio.finished(buyer);
    const item = await productOf(generationId, { price: 12, quantity: 2 });
    const { body } = await place([item], { ...standardDelivery, total: 29.99 }).expect(409);
    expect(body).toMatchObject({
      code: 'orders.price_changed',
      expected: 35.99,
      items: [{ id: item.id, expected: 15 }],
    });
    const right = { ...item, price: 15 };
    expect((await place([right], { ...standardDelivery, total: 30 }).expect(409)).body).toMatchObject({
      expected: total([right]),
      items: [],
    });
  });

  test('is refused with a reason for each product that cannot be had, and for each picture', async () => {
    const [own, others] = [await studio.finished(buyer), await studio.published(seller)];
    const items = [
      await productOf(own, { productId: 'statue' }),
      await productOf(own, { productId: 't-shirt', size: 'XS', color: 'navy' }),
      await productOf(own, { productId: 't-shirt', size: 'M', color: 'pink' }),
      await productOf(own, { productId: 'mug', size: 'M' }),
      await productOf(others),
      await productOf(await studio.finished(seller)),
      await productOf(own, { productId: 'poster-large', size: '24x36', placement: centred }),
      await productOf(own, { placement: { ...zoomedOut, scale: 0.1, x: 1 } }),
    ];
    const { body } = await place(items, standardDelivery).expect(409);
    expect(body.code).toBe('orders.items_unavailable');
    const choice = 'This product is no longer available in this size or color';
    expect((body.items as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      'This product is no longer available',
      choice,
      choice,
      choice,
      'This image is no longer available',
      'This image is no longer available',
      'This image is too small for this product. Please choose a smaller product, or zoom out.',
      'This image is moved off the product. Please place it again.',
    ]);
  });

  test('may have a picture that was bought printed as large as it was bought', async () => {
    const generationId = await studio.published(seller);
    await topUpAs(shop.server, buyer.id, 1000);
    const bought = { imageId: generationId, size: '1K', paymentMethod: 'dollars' };
    await shop.post(buyer, 'images/purchase', bought).expect(200);
    const { body } = await place([await productOf(generationId)], standardDelivery).expect(201);
    const [fact] = await factsOf(body.order as Ordered);
    expect(fact?.data).toMatchObject({ items: [{ makerId: seller.id, widthPx: 1024, heightPx: 1024 }] });
    const large = await productOf(generationId, { productId: 'poster-large', size: '24x36', placement: centred });
    const refused = await place([large], standardDelivery).expect(409);
    expect(refused.body.items).toEqual([
      { id: large.id, reason: expect.stringContaining('Please buy a larger size') as string },
    ]);
  });

  test('is refused in words without an address, a delivery or a quantity', async () => {
    const item = await productOf(await studio.finished(buyer));
    const wrong = async (change: object, items = [item]) => (await place(items, change).expect(400)).body.message;
    expect(await wrong({})).toBe('Please fill in all address fields');
    expect(await wrong({ shipping_address: testAddress })).toBe('Please choose a delivery method');
    expect(await wrong({ ...standardDelivery, shipping_address: { ...testAddress, city: ' ' } })).toBe(
      'Please fill in all address fields',
    );
    expect(await wrong({ ...standardDelivery, shipping_address: { ...testAddress, country: 'Atlantis' } })).toBe(
      'We do not deliver to this country yet',
    );
    for (const quantity of [0, 100, 1.5])
      expect(await wrong(standardDelivery, [{ ...item, quantity }])).toBe('Please choose a quantity from 1 to 99');
  });

  test('takes what the browser sends beside it, and reads none of it', async () => {
    const item = {
      ...(await productOf(await studio.finished(buyer))),
      name: 'A golden mug',
      thumbnail: `data:image/jpeg;base64,${'x'.repeat(100_000)}`,
      imageReference: 'none',
      imageNumber: 7,
    };
    const { body } = await place([item], { ...standardDelivery, status: 'paid', tags: ['cheap'], notes: 'n' }).expect(
      201,
    );
    expect(body.order.status).toBe('pending');
    expect((await factsOf(body.order as Ordered))[0]?.data).toMatchObject({ items: [{ name: 'Mug' }] });
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
