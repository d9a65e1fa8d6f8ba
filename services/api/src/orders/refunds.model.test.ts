import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderFact } from '@easel/contracts/orders/events';
import { runs } from '@easel/kernel/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orders, type Order, type OrderCommand } from './orders.decider.ts';
import type { DataOf } from './order-state.decider.ts';
import { at, changed, download, ids, opened, orderId, paid, placed, product } from './testing/order-facts.ts';

const items = [product(1, 1500), product(2, 2400, 2), download(1, 75), download(2, 125)];
const deliveryCents = 599;
const total = items.reduce((sum, { cents }) => sum + cents, deliveryCents);
const parcel: OrderFact = {
  type: 'OrderParcelShipped',
  data: {
    ...ids,
    attempt: 1,
    parcelId: 'shp_1',
    carrier: 'Post',
    trackingNumber: 'T1',
    trackingUrl: '',
    itemIds: items.slice(0, 2).map(({ itemId }) => itemId),
    dispatchedAt: '2026-11-02T10:00:00.000Z',
  },
};
const printing = changed('paid', 'in_production', 'printing');
const histories = [[], [printing], [printing, parcel, changed('in_production', 'shipped', 'dispatched')]];

const nth = fc.nat(5);
const what = fc.constantFrom('all', 'delivery', 'items');
const itemIds = fc.subarray(items.map(({ itemId }) => itemId));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask'), what, itemIds, request: nth }) },
  fc.record({ kind: fc.constantFrom('cancel', 'missing') }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('make', 'report'), nth }) },
  fc.record({ kind: fc.constant('fail'), nth }),
  // In the card service's dashboard, without a request.
  fc.record({ kind: fc.constant('dashboard'), cents: fc.integer({ min: 1, max: total }) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface BankRefund {
  refundId: string;
  requestId: string | null;
  cents: number;
  failed: boolean;
}

/** An order, and the card service with its refunds, of which the order knows those that were reported to it. */
class Run {
  readonly bank: BankRefund[] = [];
  readonly requests: DataOf<'OrderRefundRequested'>[] = [];
  wasRefundedElsewhere = false;
  readonly faults: string[] = [];

  constructor(public order: Order) {}

  get left(): number {
    return this.bank.reduce((sum, { cents, failed }) => (failed ? sum : sum - cents), total);
  }

  take(one: Step): void {
    if ('what' in one) {
      const asked = { what: one.what, itemIds: one.itemIds, requestId: `request${one.request}` };
      this.send({ type: 'RequestOrderRefund', orderId, at, ...asked, reason: 'by-support', note: '' });
    } else if ('cents' in one) this.giveElsewhere(one.cents);
    else if (!('nth' in one)) this.send(one.kind === 'cancel' ? cancel : missing);
    else if (one.kind === 'make') this.make(this.requests[one.nth]);
    else if (one.kind === 'fail') this.bank.filter((_, n) => n === one.nth).forEach((refund) => (refund.failed = true));
    else this.report(this.bank[one.nth]);
  }

  /** Makes a refund as its process does: a repeat finds it. */
  private make(request: DataOf<'OrderRefundRequested'> | undefined): void {
    if (!request || this.bank.some(({ requestId }) => requestId === request.requestId)) return;
    const { requestId, cents } = request;
    // The card service refuses what is above the payment; the order never asks for that by itself.
    if (cents > this.left) this.hold(this.wasRefundedElsewhere, `${requestId} is above what is left`);
    else this.bank.push({ refundId: `re_${this.bank.length}`, requestId, cents, failed: false });
  }

  private giveElsewhere(cents: number): void {
    if (cents > this.left) return;
    this.wasRefundedElsewhere = true;
    this.bank.push({ refundId: `re_${this.bank.length}`, requestId: null, cents, failed: false });
  }

  report(refund: BankRefund | undefined): void {
    if (refund) this.send({ type: 'RefundOrder', orderId, at, paymentId: 'pi_1', ...refund });
  }

  private send(command: OrderCommand): void {
    try {
      for (const fact of orders.decide(command, this.order)) {
        if (fact.type === 'OrderRefundRequested') {
          this.check(fact.data);
          this.requests.push(fact.data);
        }
        this.order = orders.evolve(this.order, fact);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Holds a request against what the order knows of: what went back, and what is asked for and may still be made. */
  private check(request: DataOf<'OrderRefundRequested'>): void {
    const known = this.bank.flatMap((refund) => {
      const seen = this.order.refunds[refund.refundId];
      return seen ? [{ ...refund, failed: seen.outcome === 'failed' }] : [];
    });
    const made = known.filter(({ failed }) => !failed);
    const waiting = this.requests.filter(({ requestId }) => known.every((refund) => refund.requestId !== requestId));
    const back = [...made, ...waiting].reduce((sum, { cents }) => sum + cents, 0);
    this.hold(request.cents > 0, 'it asks for nothing');
    this.hold(back + request.cents <= total, 'it asks for more than is left');
    const good = this.requests.filter(
      ({ requestId }) => !known.some((one) => one.failed && one.requestId === requestId),
    );
    const named = [...good, request].flatMap(({ itemIds: of, shipping }) => [...of, ...(shipping ? ['delivery'] : [])]);
    this.hold(named.length === new Set(named).size, 'it asks for something twice');
    const worth = items.filter(({ itemId }) => request.itemIds.includes(itemId));
    const most = worth.reduce((sum, { cents }) => sum + cents, request.shipping ? deliveryCents : 0);
    this.hold(request.cents <= most, 'it asks for more than its items cost');
  }

  private hold(isTrue: boolean, otherwise: string): void {
    if (!isTrue) this.faults.push(otherwise);
  }
}

const cancel: OrderCommand = {
  type: 'CancelPaidOrder',
  orderId,
  at,
  requestId: 'cancelled',
  by: 'support',
  note: '',
};
const missing: OrderCommand = { type: 'ReportArrival', orderId, at, arrived: false, requestId: 'late' };

test('never asks for more than was paid, nor for an item or its delivery twice, whatever is refunded in between', () => {
  const steps = fc.array(step, { maxLength: 40 });
  fc.assert(
    fc.property(fc.constantFrom(...histories), steps, (history, taken) => {
      const facts = [placed(items, { method: 'standard' }), opened, paid(total), ...history];
      const run = new Run(facts.reduce((state, fact) => orders.evolve(state, fact), orders.initial()));
      for (const one of taken) run.take(one);
      for (const refund of run.bank) run.report(refund);
      expect(run.faults).toEqual([]);
      expect(run.left).toBeGreaterThanOrEqual(0);
      // Once all of it has gone back and is known, nothing is left to be made or delivered.
      expect(run.left > 0 || run.order.status === 'refunded' || run.order.status === 'cancelled').toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
