import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderFact } from '@easel/contracts/orders/events';
import { mayBecome, orderProblems } from '@easel/contracts/orders/policy';
import { itemsGivenBack, standingRequests, type DataOf, type Order, type Placed } from './order-state.decider.ts';

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
  const facts = refundLeft(command, order, placed);
  if (facts.length === 0 && !Object.hasOwn(order.refundRequests, command.requestId)) {
    throw new Refused(orderProblems.notRefundable);
  }
  return facts;
}

/** As `requestRefund`, but asks for nothing where nothing is left. */
export function refundLeft(command: RequestRefund & About, order: Order, placed: Placed): OrderFact[] {
  const { orderId, requestId, at, reason, note } = command;
  if (Object.hasOwn(order.refundRequests, requestId) || !order.paid) return [];
  const wanted = wantedOf(command, order, placed);
  const cents = Math.min(order.paid.cents - backCents(order), wanted?.cents ?? 0);
  if (!wanted || cents <= 0) return [];
  const { itemIds, shipping } = wanted;
  const about = { orderId, memberId: placed.memberId, requestId, itemIds, shipping };
  return [{ type: 'OrderRefundRequested', data: { ...about, cents, reason, note, requestedAt: at.toISOString() } }];
}

/** Undefined where something that is asked for is not of this order, or was asked for before. */
function wantedOf({ what, itemIds }: RequestRefund, order: Order, { items, shippingCents }: Placed) {
  const before = itemsGivenBack(order);
  const isDeliveryOpen = shippingCents > 0 && !standingRequests(order).some(({ shipping }) => shipping);
  if (what === 'delivery') return isDeliveryOpen ? { itemIds: [], shipping: true, cents: shippingCents } : undefined;
  const open = items.filter(({ itemId }) => !before.has(itemId));
  const chosen = what === 'items' ? open.filter(({ itemId }) => itemIds.includes(itemId)) : open;
  if (what === 'items' && chosen.length !== new Set(itemIds).size) return undefined;
  const shipping = isDeliveryOpen && what === 'all';
  const cents = chosen.reduce((sum, item) => sum + item.cents, shipping ? shippingCents : 0);
  return { itemIds: chosen.map(({ itemId }) => itemId), shipping, cents };
}

/** Returns the cents that have gone back to the card, or were asked for and will. */
function backCents(order: Order): number {
  const made = Object.values(order.refunds).filter(
    ({ paymentId, outcome }) => paymentId === order.paid?.paymentId && outcome === 'made',
  );
  const answered = new Set(made.map(({ requestId }) => requestId));
  const waiting = standingRequests(order).filter(({ requestId }) => !answered.has(requestId));
  return [...made, ...waiting].reduce((sum, { cents }) => sum + cents, 0);
}

/** Records a refund before its failure, in whatever order the two are reported. */
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

/** Returns the cents of a payment that have gone back to the card. */
const refundedCents = ({ refunds }: Order, paymentId: string): number =>
  Object.values(refunds)
    .filter((refunded) => refunded.paymentId === paymentId && refunded.outcome === 'made')
    .reduce((sum, { cents }) => sum + cents, 0);
