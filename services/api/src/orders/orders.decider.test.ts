import type { OrderFact } from '@easel/contracts/orders/events';
import { orderProblems, type OrderStatus } from '@easel/contracts/orders/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { orders, type OrderCommand } from './orders.decider.ts';
import {
  address,
  at,
  changed,
  customer,
  download,
  ids,
  now,
  opened,
  orderId,
  paid as paidWith,
  placed as placedWith,
  product,
  refunded,
  requested,
} from './testing/order-facts.ts';

const items = [download(1, 75), download(2, 125)];
const place = (testMode = false): OrderCommand => ({
  type: 'PlaceOrder',
  ...ids,
  ...customer,
  reference: 'ORD-7',
  testMode,
  items,
  delivery: null,
  priceVersion: 3,
  at,
});
const placed = (testMode = false): OrderFact => placedWith(items, { testMode });
const pay = (paymentId = 'pi_1', livemode?: boolean): OrderCommand => ({
  type: 'PayOrder',
  orderId,
  paymentId,
  cents: 200,
  livemode,
  paidAt: at,
  at,
});
const paid = paidWith(200);
const fail = (chargeId?: string): OrderCommand => ({
  type: 'FailOrderPayment',
  orderId,
  paymentId: 'pi_1',
  chargeId,
  reason: 'expired_card',
  at,
});
const failed = (chargeId?: string): OrderFact => ({
  type: 'OrderPaymentFailed',
  data: { ...ids, paymentId: 'pi_1', ...(chargeId && { chargeId }), reason: 'expired_card', failedAt: now },
});
type Reason = Extract<OrderCommand, { type: 'ChangeOrderStatus' }>['reason'];
const change = (to: OrderStatus, reason: Reason): OrderCommand => ({
  type: 'ChangeOrderStatus',
  orderId,
  to,
  reason,
  at,
});
const delivered = [placed(), opened, paid, changed('paid', 'delivered', 'downloads-ready')];

describe('placing', () => {
  test('gives the sum of the items as the total', () => {
    given(orders).when(place()).then(placed());
  });

  test('in test mode gives a reference and a status of its own', () => {
    given(orders).when(place(true)).then(placed(true));
    expect(given(orders, placed(true)).state().status).toBe('test_mode');
  });

  test('once more places nothing', () => {
    given(orders, placed()).when(place()).thenNothing();
  });

  test('comes before everything else', () => {
    given(orders).when(pay()).thenRefuses(orderProblems.notFound);
  });

  test('keeps who ordered out of the state', () => {
    expect(JSON.stringify(given(orders, placed()).state())).not.toContain('Ada');
  });
});

describe('a payment', () => {
  test('is opened once for an order, whatever comes later', () => {
    const open = (paymentId: string): OrderCommand => ({ type: 'OpenOrderPayment', orderId, paymentId, at });
    given(orders, placed()).when(open('pi_1')).then(opened);
    given(orders, placed(), opened).when(open('pi_2')).thenNothing();
    given(orders, placed(true)).when(open('pi_1')).thenRefuses(orderProblems.notPayable);
  });

  test('pays a pending order once, and says that it was a test of a live key', () => {
    given(orders, placed(), opened).when(pay()).then(paid);
    given(orders, placed(), opened)
      .when(pay('pi_1', false))
      .then({ type: 'OrderPaid', data: { ...paid.data, livemode: false } });
    given(orders, placed(), opened, paid).when(pay()).thenNothing();
  });

  test('of an order that is cancelled, or a test, is neither recorded nor refused', () => {
    given(orders, placed(), changed('pending', 'cancelled', 'unpaid'))
      .when(pay())
      .thenNothing();
    given(orders, placed(true)).when(pay()).thenNothing();
  });

  test('that fails is recorded once an attempt, and leaves the order to be paid', () => {
    given(orders, placed(), opened).when(fail('ch_1')).then(failed('ch_1'));
    given(orders, placed(), opened, failed('ch_1')).when(fail('ch_1')).thenNothing();
    given(orders, placed(), opened, failed('ch_1')).when(fail('ch_2')).then(failed('ch_2'));
    given(orders, placed(), opened, failed('ch_1')).when(pay()).then(paid);
  });

  test('that fails before any bank saw it is recorded once for its reason', () => {
    given(orders, placed(), opened).when(fail()).then(failed());
    given(orders, placed(), opened, failed()).when(fail()).thenNothing();
  });

  test('that failed is of no interest once another card has paid', () => {
    given(orders, placed(), opened, paid).when(fail('ch_1')).thenNothing();
  });
});

describe('the status', () => {
  test('moves forward alone, and a repeat changes nothing', () => {
    const deliver = change('delivered', 'downloads-ready');
    given(orders, placed(), opened, paid)
      .when(deliver)
      .then(changed('paid', 'delivered', 'downloads-ready'));
    given(orders, ...delivered)
      .when(deliver)
      .thenNothing();
    given(orders, placed()).when(deliver).thenNothing();
    given(orders, ...delivered, refunded('re_1', 200), changed('delivered', 'refunded', 'refunded'))
      .when(deliver)
      .thenNothing();
  });

  test('is cancelled by its member until it is paid, or at any time where it is a test', () => {
    const cancel = change('cancelled', 'by-member');
    given(orders, placed())
      .when(cancel)
      .then(changed('pending', 'cancelled', 'by-member'));
    given(orders, placed(true))
      .when(cancel)
      .then(changed('test_mode', 'cancelled', 'by-member'));
    given(orders, placed(), changed('pending', 'cancelled', 'unpaid'))
      .when(cancel)
      .thenNothing();
    given(orders, placed(), opened, paid).when(cancel).thenRefuses(orderProblems.notCancellable);
    given(orders, ...delivered)
      .when(cancel)
      .thenRefuses(orderProblems.notCancellable);
  });

  test('is not cancelled as unpaid once it is paid', () => {
    given(orders, placed(), opened, paid).when(change('cancelled', 'unpaid')).thenNothing();
  });
});

describe('an order with products', () => {
  const placing = (unitCents: number, quantity = 1): OrderCommand => ({
    ...(place() as Extract<OrderCommand, { type: 'PlaceOrder' }>),
    items: [...items, product(1, unitCents, quantity)],
    delivery: { method: 'express', address },
  });

  test('costs its delivery beside its items, and keeps its address', () => {
    given(orders)
      .when(placing(1500))
      .then(placedWith([...items, product(1, 1500)], { method: 'express' }));
    expect(given(orders).when(placing(1500)).facts()[0]?.data).toMatchObject({
      ...address,
      deliveryMethod: 'express',
      subtotalCents: 1700,
      shippingCents: 1299,
      totalCents: 2999,
    });
  });

  test('is delivered for nothing from 150 dollars on, downloads included', () => {
    const sums = (unitCents: number) => given(orders).when(placing(unitCents)).facts()[0]?.data;
    expect(sums(14_799)).toMatchObject({ subtotalCents: 14_999, shippingCents: 1299, totalCents: 16_298 });
    expect(sums(14_800)).toMatchObject({ subtotalCents: 15_000, shippingCents: 0, totalCents: 15_000 });
  });

  test('keeps its free delivery where a refund leaves less than 150 dollars of it', () => {
    const [shirt, mug] = [product(1, 14_000), product(2, 1500)];
    const history = [placedWith([shirt, mug], { method: 'standard' }), opened, paidWith(15_500)];
    const ask = (what: 'items' | 'all', requestId: string): OrderCommand => {
      const itemIds = what === 'items' ? [mug.itemId] : [];
      return { type: 'RequestOrderRefund', orderId, requestId, what, itemIds, reason: 'by-support', note: '', at };
    };
    const first = requested('one', { itemIds: [mug.itemId], cents: 1500 });
    given(orders, ...history)
      .when(ask('items', 'one'))
      .then(first);
    given(orders, ...history, first, refunded('re_1', 1500, { requestId: 'one' }))
      .when(ask('all', 'two'))
      .then(requested('two', { itemIds: [shirt.itemId], cents: 14_000 }));
  });

  test('of several copies costs all of them', () => {
    expect(given(orders).when(placing(1500, 3)).facts()[0]?.data).toMatchObject({ subtotalCents: 4700 });
  });

  test('keeps where it goes out of the state', () => {
    const history = [placedWith([product(1, 1500)], { method: 'express' })];
    expect(JSON.stringify(given(orders, ...history).state())).not.toContain('Main Street');
  });
});

describe('a paid order that is cancelled', () => {
  const wares = product(1, 1500);
  const history = [placedWith([wares, ...items], { method: 'standard' }), opened, paidWith(2299)];
  const itemIds = [wares, ...items].map(({ itemId }) => itemId);
  const cancel = (by: 'member' | 'support' = 'member'): OrderCommand => ({
    type: 'CancelPaidOrder',
    orderId,
    requestId: 'request',
    by,
    note: by === 'support' ? 'asked by phone' : '',
    at,
  });
  const whole = { itemIds, shipping: true, cents: 2299 };

  test('asks for the refund of all of it in the same decision, once', () => {
    const facts = [changed('paid', 'cancelled', 'by-member'), requested('request', whole, 'cancelled')];
    given(orders, ...history)
      .when(cancel())
      .then(...facts);
    given(orders, ...history, ...facts)
      .when(cancel())
      .thenNothing();
  });

  test('by support says so, with its words', () => {
    expect(
      given(orders, ...history)
        .when(cancel('support'))
        .facts(),
    ).toMatchObject([
      { type: 'OrderStatusChanged', data: { reason: 'by-support' } },
      { type: 'OrderRefundRequested', data: { note: 'asked by phone', reason: 'cancelled' } },
    ]);
  });

  test('by support keeps its words in a note where nothing is left to refund', () => {
    const back = requested('before', whole);
    const cancelled = changed('paid', 'cancelled', 'by-support');
    given(orders, ...history, back)
      .when(cancel('support'))
      .then(cancelled, {
        type: 'OrderNoted',
        data: { ...ids, noteId: 'request', note: 'asked by phone', notedAt: now },
      });
  });

  test('asks for what has not gone back yet, and for nothing where all has', () => {
    given(orders, ...history, requested('other', { itemIds: [wares.itemId], cents: 1500 }))
      .when(cancel())
      .then(
        changed('paid', 'cancelled', 'by-member'),
        requested('request', { itemIds: itemIds.slice(1), shipping: true, cents: 799 }, 'cancelled'),
      );
    given(orders, ...history, requested('other', whole))
      .when(cancel())
      .then(changed('paid', 'cancelled', 'by-member'));
  });

  test('stays cancelled once its money has gone back', () => {
    const facts = [changed('paid', 'cancelled', 'by-member'), requested('request', whole, 'cancelled')];
    const ended = given(orders, ...history, ...facts, refunded('re_1', 2299, { requestId: 'request' }));
    expect(ended.state().status).toBe('cancelled');
  });

  test('is refused before it is paid, and once it is in production', () => {
    given(orders, placedWith([wares], { method: 'standard' }))
      .when(cancel())
      .thenRefuses(orderProblems.notCancellable);
    given(orders, ...history, changed('paid', 'in_production', 'printing'))
      .when(cancel())
      .thenRefuses(orderProblems.notCancellable);
  });
});

test('a note is kept once by its id, and not in the state', () => {
  const note = (noteId: string): OrderCommand => ({ type: 'NoteOrder', orderId, noteId, note: 'called back', at });
  const noted: OrderFact = {
    type: 'OrderNoted',
    data: { ...ids, noteId: 'one', note: 'called back', notedAt: now },
  };
  given(orders, placed()).when(note('one')).then(noted);
  given(orders, placed(), noted).when(note('one')).thenNothing();
  expect(given(orders, placed(), noted).when(note('two')).facts()).toHaveLength(1);
  expect(JSON.stringify(given(orders, placed(), noted).state())).not.toContain('called back');
});

test('an order that is not made in time is said to be delayed once, and only while it is in production', () => {
  const history = [placedWith([product(1, 1500)], { method: 'standard' }), opened, paidWith(2099)];
  const inProduction = [...history, changed('paid', 'in_production', 'printing')];
  const delay: OrderCommand = { type: 'DelayOrder', orderId, at };
  const delayed: OrderFact = { type: 'OrderDelayed', data: { ...ids, delayedAt: now } };
  given(orders, ...history)
    .when(delay)
    .thenNothing();
  given(orders, ...inProduction)
    .when(delay)
    .then(delayed);
  given(orders, ...inProduction, delayed)
    .when(delay)
    .thenNothing();
});
