import type { OrderFact, OrderedItem } from '@easel/contracts/orders/events';
import { orderProblems, type OrderStatus } from '@easel/contracts/orders/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { orders, type OrderCommand } from './orders.decider.ts';

const orderId = '11111111-1111-4111-8111-111111111111';
const memberId = '22222222-2222-4222-8222-222222222222';
const ids = { orderId, memberId };
const at = new Date('2026-11-20T10:00:00.000Z');
const now = at.toISOString();
const file = { blob: 'a', width: 1, height: 1 };
const item = (n: number, cents: number): OrderedItem => ({
  kind: 'image-download',
  itemId: `3333333${n}-3333-4333-8333-333333333333`,
  generationId: '44444444-4444-4444-8444-444444444444',
  variantId: '55555555-5555-4555-8555-555555555555',
  sellerId: '66666666-6666-4666-8666-666666666666',
  size: '1K',
  original: '1K',
  format: 'png',
  cents,
  curator: false,
  image: { original: file, preview: file, thumbnail: file, thumbhash: '' },
});
const items = [item(1, 75), item(2, 125)];
const customer = { customerName: 'Ada Byron', customerEmail: 'ada@example.org', customerPhone: '' };
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
const placed = (testMode = false): OrderFact => ({
  type: 'OrderPlaced',
  data: {
    ...ids,
    ...customer,
    reference: testMode ? 'TEST-7' : 'ORD-7',
    testMode,
    street: '',
    city: '',
    state: '',
    zipCode: '',
    country: '',
    deliveryMethod: null,
    items,
    priceVersion: 3,
    subtotalCents: 200,
    shippingCents: 0,
    totalCents: 200,
    placedAt: now,
  },
});
const opened: OrderFact = { type: 'OrderPaymentOpened', data: { ...ids, paymentId: 'pi_1' } };
const pay = (paymentId = 'pi_1', livemode?: boolean): OrderCommand => ({
  type: 'PayOrder',
  orderId,
  paymentId,
  cents: 200,
  livemode,
  paidAt: at,
  at,
});
const paid = {
  type: 'OrderPaid',
  data: { ...ids, paymentId: 'pi_1', cents: 200, paidAt: now },
} satisfies OrderFact;
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
const changed = (from: OrderStatus, to: OrderStatus, reason: Reason): OrderFact => ({
  type: 'OrderStatusChanged',
  data: { ...ids, from, to, reason, changedAt: now },
});
const refund = (refundId: string, cents: number, of: { failed?: boolean; paymentId?: string } = {}): OrderCommand => ({
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
const refunded = (refundId: string, cents: number, outcome: 'made' | 'failed' = 'made', paymentId = 'pi_1') =>
  ({
    type: 'OrderRefunded',
    data: { ...ids, paymentId, refundId, requestId: null, cents, outcome, refundedAt: now },
  }) satisfies OrderFact;
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
    const both = [refunded('re_1', 200), refunded('re_1', 200, 'failed')];
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
    const cancelled = [placed(), opened, changed('pending', 'cancelled', 'by-member')];
    given(orders, ...cancelled)
      .when(refund('re_1', 200))
      .then(refunded('re_1', 200));
  });

  test('of a second payment does not end an order that the first one paid', () => {
    given(orders, ...delivered)
      .when(refund('re_1', 200, { paymentId: 'pi_2' }))
      .then(refunded('re_1', 200, 'made', 'pi_2'));
  });
});
