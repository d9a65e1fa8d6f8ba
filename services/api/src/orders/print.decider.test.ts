import type { OrderFact } from '@easel/contracts/orders/events';
import { orderProblems } from '@easel/contracts/orders/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { orders, type OrderCommand } from './orders.decider.ts';
import { madeBy } from './print.decider.ts';
import {
  address,
  at,
  changed,
  download,
  ids,
  now,
  opened,
  orderId,
  paid,
  placed,
  refunded,
  requested,
} from './testing/order-facts.ts';
import {
  TOTAL,
  mug,
  shirt,
  pending,
  bought,
  begun,
  sent,
  inProduction,
  parcel,
  shipped,
  both,
  onItsWay,
  problem,
  reprinted,
  ended,
} from './testing/print-facts.ts';

describe('printing', () => {
  const begin: OrderCommand = { type: 'BeginPrinting', orderId, at };

  test('begins once an order with products is paid', () => {
    given(orders, ...bought)
      .when(begin)
      .then(begun);
    given(orders, ...bought, begun)
      .when(begin)
      .thenNothing();
  });

  test('does not begin for an order that is pending, cancelled, or of downloads alone', () => {
    for (const history of [
      pending,
      [...bought, changed('paid', 'cancelled', 'by-member')],
      [placed([download(1, 75)]), opened, paid(75)],
    ]) {
      given(orders, ...history)
        .when(begin)
        .thenNothing();
    }
  });

  test('does not begin where all products go back to the card, and delivers the downloads that are left', () => {
    const delivered = changed('paid', 'delivered', 'downloads-ready');
    given(orders, ...bought, requested('one', { itemIds: both, cents: 3900 }))
      .when(begin)
      .then(delivered);
    given(orders, ...bought, requested('one', { itemIds: [...both, download(1, 75).itemId], cents: 3975 }))
      .when(begin)
      .thenNothing();
  });

  test('begins where one product is left', () => {
    given(orders, ...bought, requested('one', { itemIds: [mug.itemId], cents: 1500 }))
      .when(begin)
      .then(begun);
  });
});

describe('an attempt', () => {
  const send = (attempt: number): OrderCommand => ({
    type: 'SendOrderToPrint',
    orderId,
    attempt,
    printOrderId: `ord_${attempt}`,
    at,
  });

  test('is sent once', () => {
    given(orders, ...bought, begun)
      .when(send(1))
      .then(sent());
    given(orders, ...inProduction)
      .when(send(1))
      .thenNothing();
  });

  test('that is not the present one, or of an order not in production, is not recorded', () => {
    given(orders, ...bought, begun)
      .when(send(2))
      .thenNothing();
    given(orders, ...bought)
      .when(send(1))
      .thenNothing();
  });

  test('of which nothing is wanted any more is recorded only where it is printed in vain', () => {
    const givenBack = requested('r1', { itemIds: both, shipping: false, cents: 3_900 });
    const unsent = [...bought, begun, refunded('re_1', TOTAL), changed('in_production', 'refunded', 'refunded')];
    const inVain: OrderCommand = {
      type: 'SendOrderToPrint',
      orderId,
      attempt: 1,
      printOrderId: 'ord_1',
      inVain: true,
      at,
    };
    for (const facts of [[...bought, begun, givenBack], unsent]) {
      given(orders, ...facts)
        .when(send(1))
        .thenNothing();
      given(orders, ...facts)
        .when(inVain)
        .then(sent());
      given(orders, ...facts, sent())
        .when(inVain)
        .thenNothing();
    }
    given(orders, ...bought)
      .when(inVain)
      .thenNothing();
    given(orders, ...onItsWay, reprinted(2))
      .when(inVain)
      .thenNothing();
  });

  test('that fails is recorded once for its problem', () => {
    const fail = (text: string, attempt = 1): OrderCommand => ({
      type: 'FailPrint',
      orderId,
      attempt,
      problem: text,
      at,
    });
    given(orders, ...bought, begun)
      .when(fail('no such product'))
      .then(problem('no such product'));
    given(orders, ...inProduction, problem('stuck'))
      .when(fail('stuck'))
      .thenNothing();
    given(orders, ...inProduction, problem('stuck'))
      .when(fail('lost'))
      .then(problem('lost'));
    given(orders, ...inProduction)
      .when(fail('stuck', 2))
      .thenNothing();
    given(orders, ...ended)
      .when(fail('cancelled'))
      .thenNothing();
  });
});

describe('a report of the print service', () => {
  type Report = Extract<OrderCommand, { type: 'ReportPrint' }>;
  const report = (of: Partial<Report> = {}): OrderCommand => ({
    type: 'ReportPrint',
    orderId,
    attempt: 1,
    printOrderId: 'ord_1',
    parcels: [],
    problem: null,
    cents: null,
    at,
    ...of,
  });

  test('records each parcel once, and the first one ships the order', () => {
    const one = shipped('shp_1', [mug.itemId]);
    given(orders, ...inProduction)
      .when(report({ parcels: [parcel('shp_1', [mug.itemId])] }))
      .then(one, changed('in_production', 'shipped', 'dispatched'));
    const first = [...inProduction, one, changed('in_production', 'shipped', 'dispatched')];
    given(orders, ...first)
      .when(report({ parcels: [parcel('shp_1', [mug.itemId]), parcel('shp_2', [shirt.itemId])] }))
      .then(shipped('shp_2', [shirt.itemId]));
    given(orders, ...first)
      .when(report({ parcels: [parcel('shp_1', [mug.itemId])] }))
      .thenNothing();
  });

  test('names no items in a parcel but those of the order that are printed, and each parcel once', () => {
    const strange = parcel('shp_1', [mug.itemId, ids.memberId, download(1, 75).itemId]);
    given(orders, ...inProduction)
      .when(report({ parcels: [strange, strange] }))
      .then(shipped('shp_1', [mug.itemId]), changed('in_production', 'shipped', 'dispatched'));
  });

  test('records what printing costs whenever that changes', () => {
    const charged = (cents: number): OrderFact => ({
      type: 'OrderPrintCharged',
      data: { ...ids, attempt: 1, printOrderId: 'ord_1', cents, chargedAt: now },
    });
    given(orders, ...inProduction)
      .when(report({ cents: 900 }))
      .then(charged(900));
    given(orders, ...inProduction, charged(900))
      .when(report({ cents: 900 }))
      .thenNothing();
    given(orders, ...inProduction, charged(900))
      .when(report({ cents: 950 }))
      .then(charged(950));
  });

  test('records why it cannot go on', () => {
    given(orders, ...inProduction)
      .when(report({ problem: 'file unreadable' }))
      .then(problem('file unreadable'));
  });

  test('of an earlier attempt records its parcels alone', () => {
    const again = [...inProduction, problem('stuck'), reprinted(2), sent(2)];
    given(orders, ...again)
      .when(report({ parcels: [parcel('shp_1', both)], problem: 'stuck', cents: 900 }))
      .then(shipped('shp_1', both), changed('in_production', 'shipped', 'dispatched'));
  });

  test('of an order that was refunded records its parcels, and leaves its status', () => {
    given(orders, ...ended)
      .when(report({ parcels: [parcel('shp_1', both)] }))
      .then(shipped('shp_1', both));
  });
});

describe('a reprint', () => {
  const reprint: OrderCommand = { type: 'Reprint', orderId, reason: 'broken', at };

  test('is another attempt of what is stuck, or has left', () => {
    const delivered = [...onItsWay, changed('shipped', 'delivered', 'arrived')];
    for (const history of [[...inProduction, problem('stuck')], onItsWay, delivered]) {
      given(orders, ...history)
        .when(reprint)
        .then(reprinted(2));
    }
  });

  test('that has not been sent yet is not begun again', () => {
    given(orders, ...onItsWay, reprinted(2))
      .when(reprint)
      .thenNothing();
    given(orders, ...inProduction, problem('stuck'), reprinted(2))
      .when(reprint)
      .thenNothing();
    given(orders, ...onItsWay, reprinted(2), sent(2))
      .when(reprint)
      .then(reprinted(3));
  });

  test('is refused while printing goes well, before it begins, after a refund, and for downloads', () => {
    const downloads = [placed([download(1, 75)]), opened, paid(75), changed('paid', 'delivered', 'downloads-ready')];
    const paidBack = [...onItsWay, requested('one', { itemIds: both, cents: 3900 })];
    for (const history of [inProduction, bought, pending, ended, downloads, paidBack]) {
      given(orders, ...history)
        .when(reprint)
        .thenRefuses(orderProblems.notPrintable);
    }
  });
});

describe('the address', () => {
  const change = (by: 'member' | 'support'): OrderCommand => ({
    type: 'ChangeOrderAddress',
    orderId,
    address: { ...address, city: 'Shelbyville' },
    by,
    at,
  });
  const moved: OrderFact = {
    type: 'OrderAddressChanged',
    data: { ...ids, ...address, city: 'Shelbyville', changedAt: now },
  };

  test('is changed until the order is in production', () => {
    for (const history of [pending, bought]) {
      given(orders, ...history)
        .when(change('member'))
        .then(moved);
    }
    for (const history of [
      [...bought, begun],
      onItsWay,
      ended,
      [...pending, changed('pending', 'cancelled', 'unpaid')],
    ])
      given(orders, ...history)
        .when(change('member'))
        .thenRefuses(orderProblems.addressFixed);
  });

  test('is corrected by support later as well, for a reprint', () => {
    for (const history of [bought, inProduction, onItsWay]) {
      given(orders, ...history)
        .when(change('support'))
        .then(moved);
    }
    given(orders, ...ended)
      .when(change('support'))
      .thenRefuses(orderProblems.addressFixed);
  });

  test('is not there in an order of downloads alone', () => {
    given(orders, placed([download(1, 75)]))
      .when(change('support'))
      .thenRefuses(orderProblems.addressFixed);
  });
});

test('an order is delayed once the fifth working day after it was sent has come', () => {
  expect(madeBy(at)).toEqual(new Date('2026-11-27T10:00:00.000Z'));
});
