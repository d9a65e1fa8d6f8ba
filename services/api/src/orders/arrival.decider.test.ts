import type { OrderFact } from '@easel/contracts/orders/events';
import { orderProblems } from '@easel/contracts/orders/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { orders, type OrderCommand } from './orders.decider.ts';
import {
  at,
  changed,
  download,
  ids,
  opened,
  orderId,
  paid,
  placed,
  product,
  requested,
} from './testing/order-facts.ts';
import {
  mug,
  shirt,
  pending,
  bought,
  begun,
  sent,
  inProduction,
  shipped,
  both,
  onItsWay,
  reprinted,
  ended,
} from './testing/print-facts.ts';

describe('an arrival', () => {
  /** Sent on Friday the 20th: by Friday the 27th at the latest. */
  const late = new Date('2026-11-28T00:00:00.000Z');
  const report = (arrived: boolean, when = late): OrderCommand => ({
    type: 'ReportArrival',
    orderId,
    arrived,
    requestId: 'late',
    at: when,
  });
  const said = (arrived: boolean, when = late): OrderFact => ({
    type: 'OrderArrivalReported',
    data: { ...ids, arrived, reportedAt: when.toISOString() },
  });
  const delivery = requested('late', { shipping: true, cents: 599 }, 'late', late);

  test('that is reported delivers the order, at any time and once', () => {
    const facts = [said(true, at), changed('shipped', 'delivered', 'arrived')];
    given(orders, ...onItsWay)
      .when(report(true, at))
      .then(...facts);
    given(orders, ...onItsWay, ...facts)
      .when(report(true))
      .thenNothing();
  });

  test('that is missed after the promised day has its delivery refunded in the same decision', () => {
    given(orders, ...onItsWay)
      .when(report(false))
      .then(said(false), delivery);
    given(orders, ...onItsWay, said(false), delivery)
      .when(report(false))
      .thenNothing();
  });

  test('that is missed again has its delivery refunded only once', () => {
    given(orders, ...onItsWay, said(false), delivery, said(true))
      .when(report(false))
      .then(said(false));
    given(orders, ...onItsWay, requested('other', { shipping: true, cents: 599 }))
      .when(report(false))
      .then(said(false));
  });

  test('that is missed of an order whose delivery cost nothing is recorded alone', () => {
    const dear = product(3, 15_000);
    given(
      orders,
      placed([dear], { method: 'standard' }),
      opened,
      paid(15_000),
      begun,
      sent(),
      shipped('shp_1', [dear.itemId]),
      changed('in_production', 'shipped', 'dispatched'),
    )
      .when(report(false))
      .then(said(false));
  });

  test('cannot be missed before the promised day is over, which the refusal names', () => {
    const early = new Date('2026-11-27T23:59:59.999Z');
    const missed = given(orders, ...onItsWay).when(report(false, early));
    expect(() => missed.facts()).toThrow(
      expect.objectContaining({ problem: orderProblems.notLateYet, extra: { promised: early.toISOString() } }) as Error,
    );
  });

  test('cannot be missed while a part has not left', () => {
    const part = [...inProduction, shipped('shp_1', [mug.itemId]), changed('in_production', 'shipped', 'dispatched')];
    for (const history of [part, inProduction, bought]) {
      given(orders, ...history)
        .when(report(false))
        .thenRefuses(orderProblems.notLateYet);
    }
  });

  test('is missed by what was not paid back before it was printed', () => {
    const part = [...inProduction, shipped('shp_1', [mug.itemId]), changed('in_production', 'shipped', 'dispatched')];
    given(orders, ...part, requested('one', { itemIds: [shirt.itemId], cents: 2400 }))
      .when(report(false))
      .then(said(false), delivery);
  });

  test('that was assumed can be missed all the same', () => {
    given(orders, ...onItsWay, changed('shipped', 'delivered', 'assumed-arrived'))
      .when(report(false))
      .then(said(false), delivery);
  });

  test('of an order that was reprinted is missed by its new parcel', () => {
    const again = [...onItsWay, said(false), delivery, reprinted(2), sent(2)];
    given(orders, ...again)
      .when(report(false))
      .thenRefuses(orderProblems.notLateYet);
    const later = new Date('2026-12-04T10:00:00.000Z');
    given(orders, ...again, shipped('shp_2', both, 2, later))
      .when(report(false, new Date('2026-12-11T10:00:00.000Z')))
      .thenRefuses(orderProblems.notLateYet);
    const missed = new Date('2026-12-12T10:00:00.000Z');
    given(orders, ...again, shipped('shp_2', both, 2, later))
      .when(report(false, missed))
      .then(said(false, missed));
  });

  test('is not there for an order that is unpaid, cancelled, refunded or of downloads alone', () => {
    for (const history of [
      pending,
      [...bought, changed('paid', 'cancelled', 'by-member')],
      ended,
      [placed([download(1, 75)]), opened, paid(75), changed('paid', 'delivered', 'downloads-ready')],
    ]) {
      given(orders, ...history)
        .when(report(true))
        .thenRefuses(orderProblems.notFound);
    }
  });

  test('is assumed two weeks after the promised day where its member has said nothing', () => {
    const twoWeeksLater = new Date('2026-12-11T23:59:59.999Z');
    const assume = (when = twoWeeksLater): OrderCommand => ({ type: 'AssumeArrival', orderId, at: when });
    given(orders, ...onItsWay)
      .when(assume())
      .then(changed('shipped', 'delivered', 'assumed-arrived', twoWeeksLater));
    const early = assume(new Date('2026-12-11T23:59:59.998Z'));
    given(orders, ...onItsWay)
      .when(early)
      .thenNothing();
    expect(orders.again?.(early, given(orders, ...onItsWay).state())).toEqual(twoWeeksLater);
    const second = shipped('shp_2', both, 1, new Date('2026-11-23T10:00:00.000Z'));
    expect(orders.again?.(early, given(orders, ...onItsWay, second).state())).toEqual(
      new Date('2026-12-14T23:59:59.999Z'),
    );
    for (const history of [
      inProduction,
      [...onItsWay, said(false)],
      [...onItsWay, reprinted(2)],
      [...onItsWay, changed('shipped', 'delivered', 'arrived')],
    ]) {
      given(orders, ...history)
        .when(assume())
        .thenNothing();
      expect(orders.again?.(assume(), given(orders, ...history).state())).toBeUndefined();
    }
  });
});
