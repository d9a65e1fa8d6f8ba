import { orderProblems } from '@easel/contracts/orders/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { orders, type OrderCommand } from './orders.decider.ts';
import {
  at,
  changed,
  download,
  opened,
  orderId,
  paid,
  placed,
  product,
  refunded,
  requested,
} from './testing/order-facts.ts';

const items = [download(1, 75), download(2, 125)];
const delivered = [placed(items), opened, paid(200), changed('paid', 'delivered', 'downloads-ready')];
const refund = (
  refundId: string,
  cents: number,
  of: { failed?: boolean; paymentId?: string; requestId?: string } = {},
): OrderCommand => ({
  type: 'RefundOrder',
  orderId,
  refundId,
  requestId: null,
  paymentId: 'pi_1',
  cents,
  failed: false,
  at,
  ...of,
});

describe('a refund', () => {
  test('of a part leaves the status, and of the rest ends the order', () => {
    given(orders, ...delivered)
      .when(refund('re_1', 75))
      .then(refunded('re_1', 75));
    given(orders, ...delivered, refunded('re_1', 75))
      .when(refund('re_2', 125))
      .then(refunded('re_2', 125), changed('delivered', 'refunded', 'refunded'));
  });

  test('counts once', () => {
    given(orders, ...delivered, refunded('re_1', 75))
      .when(refund('re_1', 75))
      .thenNothing();
  });

  test('that failed is recorded after its making, once, and no longer counts', () => {
    const failing = refund('re_1', 200, { failed: true });
    const both = [refunded('re_1', 200), refunded('re_1', 200, { outcome: 'failed' })];
    given(orders, ...delivered)
      .when(failing)
      .then(...both);
    given(orders, ...delivered, ...both)
      .when(failing)
      .thenNothing();
    given(orders, ...delivered, ...both)
      .when(refund('re_2', 75))
      .then(refunded('re_2', 75));
  });

  test('of a payment that came for a cancelled order is recorded beside its end', () => {
    const cancelled = [placed(items), opened, changed('pending', 'cancelled', 'by-member')];
    given(orders, ...cancelled)
      .when(refund('re_1', 200))
      .then(refunded('re_1', 200));
  });

  test('of a second payment does not end an order that the first one paid', () => {
    given(orders, ...delivered)
      .when(refund('re_1', 200, { paymentId: 'pi_2' }))
      .then(refunded('re_1', 200, { paymentId: 'pi_2' }));
  });
});

describe('a refund that is asked for', () => {
  const [mug, shirt] = [product(1, 1500), product(2, 2400, 2)];
  const [one] = items;
  const all = [mug, shirt, download(1, 75)];
  const total = 1500 + 4800 + 75 + 599;
  const history = [placed(all, { method: 'standard' }), opened, paid(total)];
  const whole = { itemIds: all.map(({ itemId }) => itemId), shipping: true, cents: total };
  type Ask = Extract<OrderCommand, { type: 'RequestOrderRefund' }>;
  const ask = (what: Ask['what'], itemIds: string[] = [], requestId = 'request'): OrderCommand => ({
    type: 'RequestOrderRefund',
    orderId,
    requestId,
    what,
    itemIds,
    reason: 'by-support',
    note: '',
    at,
  });

  test('is for all of it, for its delivery, or for items with all their copies', () => {
    given(orders, ...history)
      .when(ask('all'))
      .then(requested('request', whole));
    given(orders, ...history)
      .when(ask('delivery'))
      .then(requested('request', { shipping: true, cents: 599 }));
    given(orders, ...history)
      .when(ask('items', [shirt.itemId]))
      .then(requested('request', { itemIds: [shirt.itemId], cents: 4800 }));
  });

  test('is asked for once under its id', () => {
    given(orders, ...history, requested('request', { shipping: true, cents: 599 }))
      .when(ask('all'))
      .thenNothing();
  });

  test('is refused where it was asked for before, is of another order, or names nothing', () => {
    const before = [...history, requested('other', { itemIds: [mug.itemId], shipping: true, cents: 2099 })];
    for (const again of [
      ask('delivery'),
      ask('items', [mug.itemId]),
      ask('items', [mug.itemId, shirt.itemId]),
      ask('items', ['99999999-9999-4999-8999-999999999999']),
      ask('items'),
    ]) {
      given(orders, ...before)
        .when(again)
        .thenRefuses(orderProblems.notRefundable);
    }
    given(orders, ...history, requested('other', whole))
      .when(ask('all'))
      .thenRefuses(orderProblems.notRefundable);
  });

  test('is refused before the order is paid, and for delivery that cost nothing', () => {
    given(orders, placed(all, { method: 'standard' }))
      .when(ask('all'))
      .thenRefuses(orderProblems.notRefundable);
    given(orders, ...delivered)
      .when(ask('delivery'))
      .thenRefuses(orderProblems.notRefundable);
  });

  test('asks for the rest where items or delivery have gone back before', () => {
    const before = requested('other', { itemIds: [mug.itemId], shipping: true, cents: 2099 });
    given(orders, ...history, before)
      .when(ask('all'))
      .then(requested('request', { itemIds: [shirt.itemId, all[2]!.itemId], cents: 4875 }));
  });

  test('is for what is left of the payment at most', () => {
    given(orders, ...history, refunded('re_0', total - 700))
      .when(ask('items', [shirt.itemId]))
      .then(requested('request', { itemIds: [shirt.itemId], cents: 700 }));
    given(orders, ...history, refunded('re_0', total))
      .when(ask('all'))
      .thenRefuses(orderProblems.notRefundable);
  });

  test('counts once, whether it waits or was made', () => {
    const waiting = [...history, requested('other', { itemIds: [shirt.itemId], cents: 4800 })];
    const made = [...waiting, refunded('re_1', 4800, { requestId: 'other' })];
    const rest = requested('request', { itemIds: [mug.itemId, all[2]!.itemId], shipping: true, cents: total - 4800 });
    for (const before of [waiting, made])
      given(orders, ...before)
        .when(ask('all'))
        .then(rest);
  });

  test('that the bank did not take in the end can be asked for again', () => {
    const failed = [
      ...history,
      requested('other', whole),
      refunded('re_1', total, { requestId: 'other' }),
      refunded('re_1', total, { requestId: 'other', outcome: 'failed' }),
    ];
    given(orders, ...failed)
      .when(ask('all'))
      .then(requested('request', whole));
    given(orders, ...failed)
      .when(ask('delivery'))
      .then(requested('request', { shipping: true, cents: 599 }));
    given(orders, ...failed, requested('again', { shipping: true, cents: 599 }))
      .when(ask('delivery'))
      .thenRefuses(orderProblems.notRefundable);
  });

  test('is recorded with its request, and ends the order once all of it has gone back', () => {
    const asked = [...history, requested('one', { itemIds: [mug.itemId], cents: 1500 })];
    given(orders, ...asked)
      .when(refund('re_1', 1500, { requestId: 'one' }))
      .then(refunded('re_1', 1500, { requestId: 'one' }));
    given(orders, ...asked, refunded('re_1', 1500, { requestId: 'one' }))
      .when(refund('re_2', total - 1500))
      .then(refunded('re_2', total - 1500), changed('paid', 'refunded', 'refunded'));
  });

  test('may be of a delivered order of downloads', () => {
    given(orders, ...delivered)
      .when(ask('items', [one!.itemId]))
      .then(requested('request', { itemIds: [one!.itemId], cents: 75 }));
    expect(
      given(orders, ...delivered)
        .when(ask('all'))
        .facts(),
    ).toHaveLength(1);
  });
});
