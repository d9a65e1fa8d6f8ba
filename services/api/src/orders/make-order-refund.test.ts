import { randomUUID } from 'node:crypto';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MakeOrderRefund } from './make-order-refund.ts';
import { OrderShop, type TestOrder } from './testing/order-shop.ts';

let orders: OrderShop;
beforeAll(async () => {
  orders = await OrderShop.open();
});
afterEach(() => tellFaultPoints(undefined));
afterAll(() => orders.close());

const refunded = (order: TestOrder, times = 1) =>
  vi.waitFor(
    async () => {
      const types = await orders.typesOf(order);
      expect(types.filter((type) => type === 'OrderRefunded')).toHaveLength(times);
    },
    { timeout: 20_000 },
  );
const request = (order: TestOrder, what: 'all' | 'delivery', requestId = randomUUID()) =>
  orders.decide({
    type: 'RequestOrderRefund',
    orderId: order.id,
    requestId,
    what,
    itemIds: [],
    reason: 'by-support',
    note: '',
  });
const accountFactsOf = async (order: TestOrder) => {
  const paymentId = await orders.paymentOf(order);
  const facts = await orders.shop.facts(orders.buyer);
  return facts.filter(({ data }) => (data as { paymentId?: string }).paymentId === paymentId);
};

describe('a refund that was asked for', () => {
  test('is made at the card service under its request, and recorded in the order and on the account', async () => {
    const order = await orders.paid();
    await orders.call(order, 'cancel').expect(200);
    await refunded(order);
    const { requestId } = (await orders.factOf<{ requestId: string }>(order, 'OrderRefundRequested')) ?? {};
    expect(await orders.refundsOf(order)).toMatchObject([{ amount: 2174, metadata: { request: requestId } }]);
    expect(await orders.factOf(order, 'OrderRefunded')).toMatchObject({ requestId, cents: 2174, outcome: 'made' });
    expect((await orders.typesOf(order)).slice(3)).toEqual([
      'OrderStatusChanged',
      'OrderRefundRequested',
      'OrderRefunded',
    ]);
    const account = await accountFactsOf(order);
    expect(account.map(({ type }) => type)).toEqual(['ImagePurchased', 'PrintsPurchased', 'WalletRefunded']);
    const bought = account[0]?.data as { purchaseId: string } | undefined;
    await orders.shop.get(orders.buyer, `purchases/${bought?.purchaseId}/file`).expect(403);
  });

  test('is recorded once, also when the webhook reports it', async () => {
    const order = await orders.paid();
    await request(order, 'delivery');
    await refunded(order);
    const facts = await orders.typesOf(order);
    await orders.shop.service.deliver();
    expect(await orders.typesOf(order)).toEqual(facts);
    expect((await accountFactsOf(order)).filter(({ type }) => type === 'WalletRefunded')).toHaveLength(1);
    expect(await orders.refundsOf(order)).toMatchObject([{ amount: 599 }]);
  });

  test('is known to the order by the webhook alone, with its request', async () => {
    const order = await orders.paid();
    const requestId = randomUUID();
    const [payment_intent, metadata] = [await orders.paymentOf(order), { request: requestId }];
    await orders.shop.service.stripe.refunds.create({ payment_intent, amount: 100, metadata });
    await orders.shop.service.stripe.refunds.create({ payment_intent, amount: 200 });
    await orders.shop.service.deliver();
    const facts = (await orders.factsOf(order)).filter(({ type }) => type === 'OrderRefunded');
    expect(facts.map(({ data }) => data)).toMatchObject([
      { cents: 100, requestId },
      { cents: 200, requestId: null },
    ]);
  });

  test.each(['order.after-refund', 'order.after-refund-booked'])(
    'is made once when its process dies at %s',
    async (at) => {
      const order = await orders.paid();
      let deaths = 0;
      tellFaultPoints((name) => {
        if (name !== at || deaths > 0) return;
        deaths += 1;
        throw new Error('died');
      });
      await request(order, 'all');
      await refunded(order);
      expect(deaths).toBe(1);
      expect(await orders.refundsOf(order)).toHaveLength(1);
      expect((await accountFactsOf(order)).filter(({ type }) => type === 'WalletRefunded')).toHaveLength(1);
    },
  );

  test('is not made again once the card service has forgotten the call that made it', async () => {
    const order = await orders.paid();
    const requestId = randomUUID();
    const [payment_intent, metadata] = [await orders.paymentOf(order), { request: requestId }];
    await orders.shop.service.stripe.refunds.create({ payment_intent, amount: 599, metadata });
    await request(order, 'delivery', requestId);
    await refunded(order);
    expect(await orders.refundsOf(order)).toHaveLength(1);
    expect(await orders.factOf(order, 'OrderRefunded')).toMatchObject({ requestId, cents: 599 });
  });

  test('names to the account the images it pays back, and none for delivery', async () => {
    const sent = vi.spyOn(CommandBus.prototype, 'execute');
    const paidBack = () =>
      sent.mock.calls.flatMap(([one]) => {
        const { type, purchaseIds } = (one as { command?: { type: string; purchaseIds?: string[] } }).command ?? {};
        return type === 'RefundWallet' ? [purchaseIds] : [];
      });
    const order = await orders.paid();
    await request(order, 'delivery');
    await refunded(order);
    expect(paidBack()).toEqual([[]]);
    sent.mockClear();
    await request(order, 'all');
    await refunded(order, 2);
    const { items = [] } =
      (await orders.factOf<{ items: { kind: string; itemId: string }[] }>(order, 'OrderPlaced')) ?? {};
    const images = items.flatMap(({ kind, itemId }) => (kind === 'image-download' ? [itemId] : []));
    expect(images).toHaveLength(1);
    expect(paidBack()).toEqual([[], images]);
    sent.mockRestore();
  });

  test('that the bank does not take in the end comes back, and can be asked for again', async () => {
    const order = await orders.paid();
    await request(order, 'delivery');
    await refunded(order);
    const [first] = await orders.refundsOf(order);
    await orders.shop.service.control(`refunds/${first?.id}/fail`, {});
    await orders.shop.service.deliver();
    const { requestId } = (await orders.factOf<{ requestId: string }>(order, 'OrderRefundRequested')) ?? {};
    expect(await orders.factOf(order, 'OrderRefunded')).toMatchObject({ outcome: 'failed', requestId });
    await request(order, 'delivery');
    await refunded(order, 3);
    expect(await orders.refundsOf(order)).toMatchObject([{ status: 'failed' }, { amount: 599, status: 'succeeded' }]);
  });

  describe('of a disputed payment', () => {
    const disputed = async () => {
      const order = await orders.paid(undefined, 'pm_card_createDispute');
      await orders.shop.service.deliver();
      const requestId = randomUUID();
      await request(order, 'all', requestId);
      const make = new MakeOrderRefund(order.id, requestId, {
        key: randomUUID(),
        actor: { kind: 'system', id: 'test' },
        correlationId: randomUUID(),
      });
      return { order, requestId, try: () => orders.shop.server.app.get(CommandBus, { strict: false }).execute(make) };
    };
    const end = async (order: TestOrder, outcome: 'won' | 'lost') => {
      const payment_intent = await orders.paymentOf(order);
      const { data } = await orders.shop.service.stripe.disputes.list({ payment_intent });
      await orders.shop.service.control(`disputes/${data[0]?.id}/close`, { outcome });
      await orders.shop.service.deliver();
    };
    const notesOf = async (order: TestOrder) =>
      (await orders.factsOf(order)).flatMap(({ type, data }) =>
        type === 'OrderNoted' ? [(data as { note: string }).note] : [],
      );

    test('waits, and is retried after an hour', async () => {
      const { order, ...refund } = await disputed();
      const before = Date.now();
      const { again } = (await refund.try()) ?? {};
      expect(again?.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
      expect(again?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
      expect(await orders.refundsOf(order)).toEqual([]);
      expect(await orders.typesOf(order)).not.toContain('OrderRefunded');
      expect(await notesOf(order)).toEqual([]);
    });

    test('goes on once the dispute is won, also if the first attempt to refund was refused', async () => {
      const { order, requestId, ...refund } = await disputed();
      await refund.try();
      await end(order, 'won');
      expect(await orders.refundsOf(order)).toMatchObject([{ amount: 2174, metadata: { request: requestId } }]);
      expect(await orders.factOf(order, 'OrderRefunded')).toMatchObject({ requestId, cents: 2174, outcome: 'made' });
      expect(await refund.try()).toBeUndefined();
      expect(await orders.refundsOf(order)).toHaveLength(1);
      expect(await notesOf(order)).toEqual([]);
    });

    test('is not made once the dispute is lost: a note says so once', async () => {
      const { order, ...refund } = await disputed();
      await end(order, 'lost');
      expect(await refund.try()).toBeUndefined();
      expect(await orders.refundsOf(order)).toEqual([]);
      expect(await notesOf(order)).toEqual([expect.stringContaining('a dispute of this payment was lost')]);
    });
  });

  test('gives back what is left where some of the payment went back without a report', async () => {
    const order = await orders.paid();
    const payment_intent = await orders.paymentOf(order);
    await orders.shop.service.stripe.refunds.create({ payment_intent, amount: 2000 });
    const requestId = randomUUID();
    await request(order, 'delivery', requestId);
    await refunded(order, 2);
    expect(await orders.refundsOf(order)).toMatchObject([
      { amount: 2000 },
      { amount: 174, metadata: { request: requestId } },
    ]);
    const facts = (await orders.factsOf(order)).filter(({ type }) => type === 'OrderRefunded');
    expect(facts.map(({ data }) => data)).toMatchObject([
      { cents: 2000, requestId: null },
      { cents: 174, requestId },
    ]);
    expect(await orders.typesOf(order)).not.toContain('OrderNoted');
  });

  test('is closed with a note where all of the payment went back without a report', async () => {
    const order = await orders.paid();
    const payment_intent = await orders.paymentOf(order);
    await orders.shop.service.stripe.refunds.create({ payment_intent });
    await request(order, 'delivery');
    await refunded(order);
    expect(await orders.refundsOf(order)).toMatchObject([{ amount: 2174 }]);
    const note = expect.stringContaining('had gone back to the card before') as string;
    expect(await orders.factOf(order, 'OrderNoted')).toMatchObject({ note });
    expect((await orders.typesOf(order)).at(-1)).toBe('OrderStatusChanged');
  });
});
