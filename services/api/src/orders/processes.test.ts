import type { OrderFact } from '@easel/contracts/orders/events';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { describe, expect, test } from 'vitest';
import { arriveOrders } from './assume-arrival.process.ts';
import { CancelOrder } from './cancel-order.ts';
import { expireOrders } from './cancel-order.process.ts';
import { delayOrders } from './delay-order.process.ts';
import { GrantOrder } from './grant-order.ts';
import { grantOrders } from './grant-order.process.ts';
import { QueueMail } from '../mail/queue-mail.ts';
import { ORDER_MAIL, postOrderMails } from './post-order-mails.process.ts';
import type { MakeOrderRefund } from './make-order-refund.ts';
import { refundOrders } from './make-order-refund.process.ts';
import { followPrints } from './look-at-print.process.ts';
import { printOrders } from './send-to-print.process.ts';

const orderId = '11111111-1111-4111-8111-111111111111';
const eventId = '44444444-4444-4444-8444-444444444444';
const recorded = (type: OrderFact['type'], data: object = {}) =>
  recordedFact({ type, data: { orderId, ...data } }, { id: eventId, stream: `order-${orderId}` });

test('an order that is placed expires a day later, and a test order never', () => {
  const [step] = stepsBy(expireOrders, recorded('OrderPlaced', { testMode: false }));
  expect(step?.schedule).toMatchObject({ key: orderId, dueAt: new Date('2026-11-21T10:00:00.000Z') });
  expect(expireOrders.command(step!.schedule!)).toMatchObject({
    orderId,
    reason: 'unpaid',
    context: { causationId: eventId, correlationId: 'c' },
  } satisfies Partial<Record<keyof CancelOrder, unknown>>);
  expect(stepsBy(expireOrders, recorded('OrderPlaced', { testMode: true }))).toEqual([]);
});

test('an order that is paid or cancelled no longer expires', () => {
  expect(stepsBy(expireOrders, recorded('OrderPaid'))).toEqual([{ cancel: orderId }]);
  expect(stepsBy(expireOrders, recorded('OrderStatusChanged'))).toEqual([{ cancel: orderId }]);
});

test('an order that is paid is granted at once, for the event that says so', () => {
  const [step] = stepsBy(grantOrders, recorded('OrderPaid'));
  expect(step?.schedule).toMatchObject({ key: eventId, dueAt: new Date('2026-11-20T10:00:00.000Z') });
  expect(grantOrders.command(step!.schedule!)).toMatchObject({
    orderId,
    context: { causationId: eventId, correlationId: 'c' },
  } satisfies Partial<Record<keyof GrantOrder, unknown>>);
});

describe('the process that mails what becomes of an order', () => {
  const memberId = '99999999-9999-4999-8999-999999999999';

  test.each([
    ['is paid', 'OrderPaid', {}],
    ['has a parcel on its way', 'OrderParcelShipped', {}],
    ['is delayed', 'OrderDelayed', {}],
    ['counts as delivered', 'OrderStatusChanged', { to: 'delivered', reason: 'assumed-arrived' }],
    ['is refunded', 'OrderRefunded', { outcome: 'made' }],
  ] as const)('mails at once that an order %s, by its event', (_what, type, data) => {
    const [step, ...more] = stepsBy(postOrderMails, recorded(type, { memberId, ...data }));
    expect([step?.schedule?.dueAt, more]).toEqual([new Date('2026-11-20T10:00:00.000Z'), []]);
    const asked = { memberId, stream: `order-${orderId}`, revision: 0 };
    expect(postOrderMails.command(step!.schedule!)).toEqual(new QueueMail(ORDER_MAIL, eventId, asked));
  });

  test.each([
    ['was reported to have arrived', 'OrderStatusChanged', { to: 'delivered', reason: 'arrived' }],
    ['is delivered, as it is of downloads alone', 'OrderStatusChanged', { to: 'delivered', reason: 'downloads-ready' }],
    ['is cancelled, which its refund says', 'OrderStatusChanged', { to: 'cancelled', reason: 'by-member' }],
    ['had a refund that failed', 'OrderRefunded', { outcome: 'failed' }],
    ['was placed', 'OrderPlaced', { testMode: false }],
    ['has a note of support', 'OrderNoted', {}],
  ] as const)('mails nothing where an order %s', (_what, type, data) => {
    expect(stepsBy(postOrderMails, recorded(type, { memberId, ...data }))).toEqual([]);
  });
});

test('a refund that was asked for is made at once, under its request', () => {
  const requestId = '55555555-5555-4555-8555-555555555555';
  const [step] = stepsBy(refundOrders, recorded('OrderRefundRequested', { requestId }));
  expect(step?.schedule).toMatchObject({ key: requestId, dueAt: new Date('2026-11-20T10:00:00.000Z') });
  expect(refundOrders.command(step!.schedule!)).toMatchObject({
    orderId,
    requestId,
    context: { key: `refund ${requestId}`, causationId: eventId, correlationId: 'c' },
  } satisfies Partial<Record<keyof MakeOrderRefund, unknown>>);
});

test('an order is asked about its arrival with each parcel, until it has ended or its member has said something', () => {
  const [step] = stepsBy(arriveOrders, recorded('OrderParcelShipped'));
  expect(step?.schedule).toMatchObject({ key: orderId, dueAt: new Date('2026-11-20T10:00:00.000Z') });
  expect(arriveOrders.command(step!.schedule!)).toMatchObject({ command: { type: 'AssumeArrival', orderId } });
  expect(stepsBy(arriveOrders, recorded('OrderArrivalReported'))).toEqual([{ cancel: orderId }]);
  for (const to of ['delivered', 'refunded', 'cancelled']) {
    expect(stepsBy(arriveOrders, recorded('OrderStatusChanged', { to }))).toEqual([{ cancel: orderId }]);
  }
  expect(stepsBy(arriveOrders, recorded('OrderStatusChanged', { to: 'shipped' }))).toEqual([]);
});

test('an order that is paid, or to be printed once more, is sent at once, and not once it is cancelled', () => {
  const [paid] = stepsBy(printOrders, recorded('OrderPaid'));
  expect(paid?.schedule).toMatchObject({ key: orderId, dueAt: new Date('2026-11-20T10:00:00.000Z') });
  expect(printOrders.command(paid!.schedule!)).toMatchObject({
    attempt: { orderId, attempt: 1 },
    since: new Date('2026-11-20T10:00:00.000Z'),
    context: { causationId: eventId, correlationId: 'c' },
  });
  const [again] = stepsBy(printOrders, recorded('OrderReprinted', { attempt: 3 }));
  expect(printOrders.command(again!.schedule!)).toMatchObject({ attempt: { orderId, attempt: 3 } });
  expect(stepsBy(printOrders, recorded('OrderStatusChanged', { to: 'cancelled' }))).toEqual([{ cancel: orderId }]);
  // A refunded one may have been sent with its reply lost.
  for (const to of ['in_production', 'refunded']) {
    expect(stepsBy(printOrders, recorded('OrderStatusChanged', { to }))).toEqual([]);
  }
});

test('each attempt that is sent is followed by itself', () => {
  const keys = [1, 2].map((attempt) => {
    const [step] = stepsBy(followPrints, recorded('OrderSentToPrint', { attempt, printOrderId: `ord_${attempt}` }));
    expect(followPrints.command(step!.schedule!)).toMatchObject({
      attempt: { orderId, attempt },
      printOrderId: `ord_${attempt}`,
    });
    return step?.schedule?.key;
  });
  expect(new Set(keys).size).toBe(2);
});

test('an order that is not dispatched after five working days is delayed', () => {
  // A Friday.
  const sentAt = '2026-11-20T10:00:00.000Z';
  const [step] = stepsBy(delayOrders, recorded('OrderSentToPrint', { attempt: 1, printOrderId: 'ord_1', sentAt }));
  expect(step?.schedule).toMatchObject({ key: orderId, dueAt: new Date('2026-11-27T10:00:00.000Z') });
  expect(delayOrders.command(step!.schedule!)).toMatchObject({ command: { type: 'DelayOrder', orderId } });
  expect(stepsBy(delayOrders, recorded('OrderStatusChanged', { to: 'shipped' }))).toEqual([{ cancel: orderId }]);
  expect(stepsBy(delayOrders, recorded('OrderStatusChanged', { to: 'in_production' }))).toEqual([]);
});
