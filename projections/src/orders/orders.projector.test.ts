import { ERASED } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { orderedItem, OrderStory } from '../testing/orders.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { orders } from './orders.projector.ts';

const given = givenFor(orders);
const at = (minute: number): string => `2026-11-20T10:0${minute}:00.000Z`;
const having = (view: object): unknown => expect.objectContaining(view);

test('follows an order from its checkout through a declined card to its delivery and refunds', async () => {
  const order = new OrderStory(new Recorder());
  const items = [orderedItem(), orderedItem({ cents: 300, size: '4K' })];
  await given(
    order.placed({ items }),
    order.opened(),
    order.declined(),
    order.paid(450),
    order.became({ from: 'paid', to: 'delivered', reason: 'downloads-ready' }),
    order.refunded(300),
    order.refunded(300, 'failed'),
    order.refunded(450),
    order.became({ from: 'delivered', to: 'refunded', reason: 'refunded' }),
  ).thenRows('placed', {
    id: order.orderId,
    member_id: order.memberId,
    reference: 'ORD-1764',
    status: 'refunded',
    test: false,
    payment_id: order.paymentId,
    customer_name: 'Ada Byron',
    customer_email: 'ada@example.org',
    customer_phone: '+44 20 7946 0000',
    view: having({
      totalCents: 450,
      refundedCents: 450,
      placedAt: at(0),
      timeline: [
        { what: 'placed', at: at(0), amount: null },
        { what: 'payment-failed', at: at(1), amount: null },
        { what: 'paid', at: at(2), amount: 4.5 },
        { what: 'delivered', at: at(3), amount: null },
        { what: 'refunded', at: at(4), amount: 3 },
        { what: 'refund-failed', at: at(5), amount: 3 },
        { what: 'refunded', at: at(6), amount: 4.5 },
      ],
    }),
  });
});

test('keeps test orders in a range of their own until they are cancelled, and lists each member’s orders', async () => {
  const recorder = new Recorder();
  const tested = new OrderStory(recorder);
  const unpaid = new OrderStory(recorder, { memberId: tested.memberId });
  const waiting = new OrderStory(recorder);
  const events = [
    tested.placed({ testMode: true }),
    unpaid.placed({ reference: 'ORD-2' }),
    waiting.placed({ reference: 'ORD-3' }),
    tested.became({ from: 'test_mode', to: 'cancelled', reason: 'by-member' }),
  ];
  await given(...events).thenRows(
    'placed',
    { id: tested.orderId, reference: 'TEST-1764', test: true, status: 'cancelled', payment_id: null },
    { id: unpaid.orderId, reference: 'ORD-2', test: false, status: 'pending' },
    { id: waiting.orderId },
  );
  await given(...events).thenRows(
    'listing_total',
    { owner: tested.memberId, total: 2 },
    { owner: waiting.memberId, total: 1 },
  );
});

test('forgets who ordered once they are erased, and nobody else', async () => {
  const recorder = new Recorder();
  const [theirs, other] = [new OrderStory(recorder), new OrderStory(recorder)];
  await given(
    theirs.placed(),
    other.placed(),
    new PersonStory(recorder, theirs.memberId).erased(),
    theirs.paid(),
  ).thenRows(
    'placed',
    {
      id: theirs.orderId,
      customer_name: ERASED,
      customer_email: ERASED,
      customer_phone: ERASED,
      status: 'paid',
      view: having({ totalCents: 150 }),
    },
    { id: other.orderId, customer_name: 'Ada Byron' },
  );
});
