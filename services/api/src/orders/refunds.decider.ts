import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderFact } from '@easel/contracts/orders/events';
import { mayBecome, orderProblems } from '@easel/contracts/orders/policy';
import type { DataOf, Order, Placed } from './order-state.decider.ts';

export interface RequestRefund {
  type: 'RequestOrderRefund';
  requestId: string;
  what: 'all' | 'delivery' | 'items';
  /** Of `items`. */
  itemIds: readonly string[];
  reason: DataOf<'OrderRefundRequested'>['reason'];
  note: string;
}

export interface RefundOrder {
  type: 'RefundOrder';
  refundId: string;
  /** Null where it was made at the card service without one. */
  requestId: string | null;
  paymentId: string;
  cents: number;
  failed: boolean;
}

interface About {
  orderId: string;
  at: Date;
}

/** Asks for what has not gone back yet, at most what is left of the payment. A repeat asks for nothing. */
export function requestRefund(command: RequestRefund & About, order: Order, placed: Placed): OrderFact[] {
  const { orderId, requestId, at, reason, note } = command;
  if (Object.hasOwn(order.refundRequests, requestId)) return [];
  const wanted = order.paid && wantedOf(command, order, placed);
  const left = order.paid ? order.paid.cents - backCents(order) : 0;
  const cents = Math.min(left, wanted?.cents ?? 0);
  if (!wanted || cents <= 0) throw new Refused(orderProblems.notRefundable);
  const { itemIds, shipping } = wanted;
  const about = { orderId, memberId: placed.memberId, requestId, itemIds, shipping };
  return [{ type: 'OrderRefundRequested', data: { ...about, cents, reason, note, requestedAt: at.toISOString() } }];
}

/** Undefined where something that is asked for is not of this order, or was asked for before. */
function wantedOf({ what, itemIds }: RequestRefund, order: Order, { items, shippingCents }: Placed) {
  const requests = Object.values(order.refundRequests);
  const before = new Set(requests.flatMap((request) => request.itemIds));
  const open = items.filter(({ itemId }) => !before.has(itemId));
  const deliveryOpen = shippingCents > 0 && !requests.some(({ shipping }) => shipping);
  const chosen = what === 'items' ? open.filter(({ itemId }) => itemIds.includes(itemId)) : open;
  if (what === 'items' && chosen.length !== new Set(itemIds).size) return undefined;
  const sum = chosen.reduce((cents, item) => cents + item.cents, 0);
  const delivery = deliveryOpen && what !== 'items';
  if (what === 'delivery') return delivery ? { itemIds: [], shipping: true, cents: shippingCents } : undefined;
  return {
    itemIds: chosen.map(({ itemId }) => itemId),
    shipping: delivery,
    cents: sum + (delivery ? shippingCents : 0),
  };
}

/** What has gone back to the card, or was asked for and is about to. */
function backCents({ refunds, refundRequests, paid }: Order): number {
  const made = Object.values(refunds).filter(
    ({ paymentId, outcome }) => paymentId === paid?.paymentId && outcome === 'made',
  );
  const answered = new Set(made.map(({ requestId }) => requestId));
  const waiting = Object.entries(refundRequests).filter(([requestId]) => !answered.has(requestId));
  return (
    made.reduce((sum, { cents }) => sum + cents, 0) + waiting.reduce((sum, [_id, request]) => sum + request.cents, 0)
  );
}

/** Records a refund before its failure, whichever of the two is reported first. */
export function refund(command: RefundOrder & About, order: Order, { memberId }: Placed): OrderFact[] {
  const { orderId, refundId, requestId, paymentId, cents, failed, at } = command;
  const about = { orderId, memberId, paymentId, refundId, requestId, cents };
  const refunded = (outcome: 'made' | 'failed'): OrderFact => ({
    type: 'OrderRefunded',
    data: { ...about, outcome, refundedAt: at.toISOString() },
  });
  const known = order.refunds[refundId]?.outcome;
  const facts: OrderFact[] = [];
  if (known === undefined) facts.push(refunded('made'));
  if (failed && known !== 'failed') facts.push(refunded('failed'));
  if (failed || known !== undefined || paymentId !== order.paid?.paymentId) return facts;
  if (refundedCents(order, paymentId) + cents < order.paid.cents) return facts;
  // A cancelled order stays so.
  if (!mayBecome(order.status, 'refunded')) return facts;
  const change = { orderId, memberId, from: order.status, to: 'refunded', reason: 'refunded' } as const;
  return [...facts, { type: 'OrderStatusChanged', data: { ...change, changedAt: at.toISOString() } }];
}

/** What of a payment has gone back to the card. */
const refundedCents = ({ refunds }: Order, paymentId: string): number =>
  Object.values(refunds)
    .filter((refunded) => refunded.paymentId === paymentId && refunded.outcome === 'made')
    .reduce((sum, { cents }) => sum + cents, 0);
