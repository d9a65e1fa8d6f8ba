import { ERASED } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { byOperator, delivered, orderedItem, orderedProduct, OrderStory } from '../testing/orders.ts';
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

test('forgets the customer once they are erased, and no other customer', async () => {
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

const address = { street: '1 Old Road', city: 'Leeds', state: '', zipCode: 'LS1', country: 'United Kingdom' };

test('follows printed products through a stuck print, a reprint and two parcels to their arrival', async () => {
  const order = new OrderStory(new Recorder());
  const [mug, shirt] = [orderedProduct(), orderedProduct({ productId: 't-shirt', size: 'M', colour: 'Black' })];
  const events = [
    order.placed({ ...delivered, items: [mug, shirt] }),
    order.addressChanged(address),
    order.paid(6599),
    order.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    order.sentToPrint(),
    order.printFailed('The file cannot be read'),
  ];
  await given(...events).thenRows('placed', {
    status: 'in_production',
    street: '1 Old Road',
    city: 'Leeds',
    state: '',
    zip_code: 'LS1',
    print_id: `ord_${order.orderId}_1`,
    late_since: new Date(at(5)),
    tracking: '',
    view: having({ country: 'United Kingdom', print: having({ problem: 'The file cannot be read' }) }),
  });
  const reprinted = [...events, order.reprinted('The file was made again'), order.sentToPrint(2)];
  await given(...reprinted).thenRows('placed', { print_id: `ord_${order.orderId}_2`, late_since: null });
  const shipped = [
    ...reprinted,
    order.printCharged(900),
    order.printCharged(1100, 2),
    order.shipped([mug.itemId], { attempt: 2, trackingNumber: 'rm 123 gb' }),
    order.became({ from: 'in_production', to: 'shipped', reason: 'dispatched' }),
  ];
  await given(...shipped).thenRows('placed', {
    status: 'shipped',
    late_since: null,
    tracking: 'RM123GB',
    view: having({ printCents: { 1: 900, 2: 1100 } }),
  });
  // A Friday: five working days later is the Friday after.
  const dispatchedAt = '2026-11-20T18:00:00.000Z';
  const both = [
    ...shipped,
    order.shipped([shirt.itemId], { attempt: 2, trackingNumber: '', dispatchedAt }),
    order.shipped([shirt.itemId], { attempt: 2, trackingNumber: 'RM123GB', dispatchedAt }),
  ];
  await given(...both).thenRows('placed', {
    late_since: new Date('2026-11-27T23:59:59.999Z'),
    tracking: 'RM123GB',
  });
  await given(
    ...both,
    order.arrivalReported(true),
    order.became({ from: 'shipped', to: 'delivered', reason: 'arrived' }),
  ).thenRows('placed', { status: 'delivered', late_since: null, view: having({ arrived: true }) });
});

test('counts an order as late from its delay, and from the report that a parcel is missing', async () => {
  const recorder = new Recorder();
  const [delayed, missing] = [new OrderStory(recorder), new OrderStory(recorder)];
  const [mug, other] = [orderedProduct(), orderedProduct()];
  await given(
    delayed.placed({ ...delivered, items: [mug] }),
    delayed.paid(3599),
    delayed.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    delayed.sentToPrint(),
    delayed.delayed(),
    missing.placed({ ...delivered, items: [other] }),
    missing.paid(3599),
    missing.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    missing.sentToPrint(),
    missing.shipped([other.itemId]),
    missing.became({ from: 'in_production', to: 'shipped', reason: 'dispatched' }),
    missing.arrivalReported(false),
    missing.refundRequested({ shipping: true, cents: 599, reason: 'late' }),
  ).thenRows(
    'placed',
    { id: delayed.orderId, late_since: new Date(at(4)) },
    {
      id: missing.orderId,
      late_since: new Date(at(6)),
      view: having({ arrived: false, shippingRefunded: true }),
    },
  );
});

test('keeps which operator did something and why, and erases it with the member', async () => {
  const recorder = new Recorder();
  const order = new OrderStory(recorder);
  const item = orderedProduct();
  const events = [
    order.placed({ ...delivered, items: [item] }),
    order.paid(3599),
    byOperator(order.addressChanged(address)),
    // Of the same instant as the correction: its reason.
    byOperator(order.noted('She moved', at(2))),
    byOperator(order.noted('She called', at(3))),
    order.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    order.sentToPrint(),
    order.printFailed('The file cannot be read'),
    byOperator(order.reprinted('It broke')),
    byOperator(order.refundRequested({ itemIds: [item.itemId], cents: 3000, note: 'She is angry' })),
    order.refundRequested({ shipping: true, cents: 599, reason: 'late' }),
  ];
  await given(...events).thenRows('placed', {
    decisions: [
      { entry: 2, operatorId: 'olga', reason: 'She moved' },
      { entry: 5, operatorId: 'olga', reason: 'It broke' },
      { entry: 6, operatorId: 'olga', reason: 'She is angry' },
    ],
  });
  await given(...events, new PersonStory(recorder, order.memberId).erased()).thenRows('placed', { decisions: [] });
});

test('keeps who cancelled an unpaid order, with the note of that decision as the reason', async () => {
  const recorder = new Recorder();
  const [theirs, own] = [new OrderStory(recorder), new OrderStory(recorder)];
  await given(
    theirs.placed(),
    byOperator(theirs.became({ from: 'pending', to: 'cancelled', reason: 'by-support' })),
    byOperator(theirs.noted('She asked for it', at(1))),
    own.placed(),
    own.became({ from: 'pending', to: 'cancelled', reason: 'by-member' }),
  ).thenRows(
    'placed',
    { id: theirs.orderId, decisions: [{ entry: 1, operatorId: 'olga', reason: 'She asked for it' }] },
    { id: own.orderId, decisions: [] },
  );
});

test('erases notes and addresses with the member, those of other members excepted', async () => {
  const recorder = new Recorder();
  const [theirs, other] = [new OrderStory(recorder), new OrderStory(recorder)];
  const note = having({ note: 'She called.', operatorId: 'test' });
  const events = [theirs, other].flatMap((order) => [
    order.placed({ ...delivered, items: [orderedProduct()] }),
    order.noted('She called.'),
  ]);
  await given(...events).thenRows('placed', { notes: [note] }, { notes: [note] });
  const erased = { street: ERASED, city: ERASED, state: ERASED, zip_code: ERASED, notes: [] };
  await given(...events, new PersonStory(recorder, theirs.memberId).erased()).thenRows(
    'placed',
    { id: theirs.orderId, ...erased },
    { id: other.orderId, street: delivered.street, notes: [note] },
  );
});
