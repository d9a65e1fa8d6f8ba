import { randomUUID } from 'node:crypto';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { CommandBus } from '@nestjs/cqrs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { topUpAs } from '../testing/accounts.ts';
import { cards } from '../testing/card-service.ts';
import { CancelOrder } from './cancel-order.ts';
import type { OrderCommand } from './orders.decider.ts';
import {
  shop,
  buyer,
  withCheckoutShop,
  newItem,
  enter,
  placed,
  pay,
  cancel,
  factsOf,
  typesOf,
  purchasesOf,
  opened,
  confirm,
  PAID,
} from './testing/checkout-shop.ts';

withCheckoutShop();

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

  test('is refused for what was entered in a challenge meanwhile, and taken once that has closed', async () => {
    const item = await newItem();
    const order = await placed(item);
    await enter(item, new Date(Date.now() + 86_400_000));
    const { body } = await pay(order, 'pm_card_visa').expect(409);
    expect(body).toMatchObject({
      code: 'orders.items_unavailable',
      items: [{ reason: 'Sales of this image are paused while its challenge runs' }],
    });
    expect(await typesOf(order)).toEqual(['OrderPlaced']);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
    await pay(order, 'pm_card_visa').expect(200);
    expect(await typesOf(order)).toEqual(PAID);
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
