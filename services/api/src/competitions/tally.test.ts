import type { OrderFact } from '@easel/contracts/orders/events';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { ProductOrder, twoShirts } from '../testing/product-order.ts';
import { competition } from './competition.decider.ts';
import { EnteredOrders, soldOf } from './tally.ts';
import {
  ada,
  ben,
  closesAt,
  disqualified,
  entryIds,
  idOf,
  inWindow,
  opened,
  prepared,
  submitted,
} from './testing/competition-facts.ts';

const cleo = idOf(7);
const state = given(
  competition,
  prepared,
  opened,
  submitted(3),
  submitted(4, ben),
  submitted(5, ben),
  disqualified(5, ben),
).state();

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));

/** An order of two shirts with the picture of entry `n`, paid on a day of November. */
function orderOf(n: number, buyerId: string, paidAt = at(15)): { order: ProductOrder; facts: OrderFact[] } {
  const order = new ProductOrder(buyerId);
  const { generationId, variantId } = entryIds(n);
  const items = [{ ...order.shirts, generationId, variantId }];
  return { order, facts: [order.placed(paidAt, { items }), order.paid(paidAt)] };
}

function salesOf(...facts: OrderFact[]) {
  const orders = new EnteredOrders(state);
  for (const fact of facts) orders.take(fact);
  return orders.entrySales();
}

describe('the orders of entries', () => {
  test('count for the entry whose image is printed, without delivery', () => {
    const { order, facts } = orderOf(3, cleo);
    expect(salesOf(...facts)).toEqual([
      { entryId: entryIds(3).entryId, sellerId: ada, buyerId: cleo, paymentId: order.paymentId, cents: 4_800 },
    ]);
  });

  test('do not count if they are the entrant’s own, unpaid, or for another image or a disqualified entry', () => {
    const other = new ProductOrder(cleo);
    const items = [{ ...twoShirts(), generationId: entryIds(3).generationId }];
    const unpaid = orderOf(3, cleo).facts.slice(0, 1);
    const facts = [
      ...orderOf(3, ada).facts,
      ...orderOf(5, cleo).facts,
      other.placed(at(15), { items }),
      other.paid(at(15)),
    ];
    expect(salesOf(...facts, ...unpaid)).toEqual([]);
  });

  test('count if the card service was paid between entry and close', () => {
    const before = (instant: Date) => new Date(instant.getTime() - 1);
    const paidAt = [before(inWindow), inWindow, before(closesAt), closesAt];
    expect(paidAt.map((instant) => salesOf(...orderOf(3, cleo, instant).facts).length)).toEqual([0, 1, 1, 0]);
  });

  test('count less refunds', () => {
    const { order, facts } = orderOf(3, cleo);
    const refund = { ...order.ids, paymentId: order.paymentId, refundId: 're_1', refundedAt: at(20).toISOString() };
    const part = { ...refund, requestId: null, outcome: 'made', cents: order.printsCents / 2 } as const;
    expect(salesOf(...facts, { type: 'OrderRefunded', data: part })).toMatchObject([{ cents: 2_400 }]);
    const requestId = idOf(6);
    const named: OrderFact[] = [
      {
        type: 'OrderRefundRequested',
        data: {
          ...order.ids,
          requestId,
          itemIds: [order.shirts.itemId],
          shipping: false,
          cents: 4_800,
          reason: 'by-support',
          note: '',
          requestedAt: at(20).toISOString(),
        },
      },
      { type: 'OrderRefunded', data: { ...refund, requestId, outcome: 'made', cents: 4_800 } },
    ];
    expect(salesOf(...facts, ...named)).toEqual([]);
  });

  test('count nothing once the card service refunded what requested refunds had left', () => {
    const order = new ProductOrder(cleo);
    const { generationId, variantId } = entryIds(3);
    const [returned, kept] = [order.shirts, { ...twoShirts(), generationId, variantId }];
    const totalCents = 2 * 4_800 + 599;
    const refund = {
      ...order.ids,
      paymentId: order.paymentId,
      outcome: 'made',
      refundedAt: at(20).toISOString(),
    } as const;
    const requested = (
      requestId: string,
      change: { itemIds: string[]; shipping: boolean; cents: number },
    ): OrderFact[] => [
      {
        type: 'OrderRefundRequested',
        data: { ...order.ids, requestId, ...change, reason: 'by-support', note: '', requestedAt: at(20).toISOString() },
      },
      { type: 'OrderRefunded', data: { ...refund, refundId: `re_${requestId}`, requestId, cents: change.cents } },
    ];
    const placed = [order.placed(at(15), { items: [returned, kept], totalCents }), order.paid(at(15))];
    const item = requested(idOf(6), { itemIds: [returned.itemId], shipping: false, cents: 4_800 });
    const delivery = requested(idOf(8), { itemIds: [], shipping: true, cents: 599 });
    expect(salesOf(...placed, ...item, ...delivery)).toMatchObject([{ cents: 4_800 }]);
    const rest = (cents: number, outcome: 'made' | 'failed' = 'made'): OrderFact => ({
      type: 'OrderRefunded',
      data: { ...refund, refundId: 're_rest', requestId: null, outcome, cents },
    });
    expect(salesOf(...placed, ...item, rest(4_800 + 599))).toEqual([]);
    expect(salesOf(...placed, ...delivery, rest(2 * 4_800))).toEqual([]);
    expect(salesOf(...placed, ...item, ...delivery, rest(4_800))).toEqual([]);
    expect(salesOf(...placed, ...item, rest(5_399), rest(5_399, 'failed'))).toMatchObject([{ cents: 4_800 }]);
  });
});

test('sums proceeds and buyers of each entry, without the entrant’s ring', () => {
  const sales = salesOf(
    ...orderOf(3, cleo).facts,
    ...orderOf(3, cleo).facts,
    ...orderOf(3, ben).facts,
    ...orderOf(4, ada).facts,
    ...orderOf(4, cleo).facts,
  );
  const [third, fourth] = [entryIds(3).entryId, entryIds(4).entryId];
  expect(soldOf(sales, () => new Set())).toEqual([
    { entryId: third, proceedsCents: 14_400, buyers: 2 },
    { entryId: fourth, proceedsCents: 9_600, buyers: 2 },
  ]);
  const rings = new Map([
    [ada, new Set([ben])],
    [ben, new Set([ada])],
  ]);
  expect(soldOf(sales, (id) => rings.get(id) ?? new Set())).toEqual([
    { entryId: third, proceedsCents: 9_600, buyers: 1 },
    { entryId: fourth, proceedsCents: 4_800, buyers: 1 },
  ]);
});
