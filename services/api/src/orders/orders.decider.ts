import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { OrderAddress, OrderFact, OrderedItem } from '@easel/contracts/orders/events';
import {
  deliveryCents,
  mayBecome,
  orderProblems,
  orderReference,
  type DeliveryMethod,
  type OrderStatus,
} from '@easel/contracts/orders/policy';
import type { Decider } from '@easel/kernel/deciding/decider';
import { explained, note, type Note, type NoteOrder } from './notes.decider.ts';
import { applyFact, attemptOf, newOrder, type DataOf, type Order, type Placed } from './order-state.decider.ts';
import { assumedAt, decidePrint, type PrintCommand } from './print.decider.ts';
import { refund, refundLeft, requestRefund, type RefundOrder, type RequestRefund } from './refunds.decider.ts';

export type { Order } from './order-state.decider.ts';

export type OrderCommand = { orderId: string; at: Date } & (
  | {
      type: 'PlaceOrder';
      memberId: string;
      /** The browser's, `ORD-…`. */
      reference: string;
      testMode: boolean;
      customerName: string;
      customerEmail: string;
      customerPhone: string;
      items: readonly OrderedItem[];
      /** Null of an order of downloads alone. */
      delivery: { method: DeliveryMethod; address: OrderAddress } | null;
      priceVersion: number;
    }
  | { type: 'OpenOrderPayment'; paymentId: string }
  /** The card is charged already: it is never refused. `paidAt` is the card service's. */
  | { type: 'PayOrder'; paymentId: string; cents: number; livemode?: boolean | undefined; paidAt: Date }
  /** As `OrderPaymentFailed`. */
  | { type: 'FailOrderPayment'; paymentId: string; chargeId?: string | undefined; reason: string }
  /** `why` in support's words. */
  | {
      type: 'ChangeOrderStatus';
      to: OrderStatus;
      reason: DataOf<'OrderStatusChanged'>['reason'];
      why?: Note | undefined;
    }
  /** `requestId` names the refund of what was paid; `note` is support's reason. */
  | { type: 'CancelPaidOrder'; requestId: string; by: 'member' | 'support'; note: string }
  /** It was not made in time. */
  | { type: 'DelayOrder' }
  | NoteOrder
  | PrintCommand
  | RequestRefund
  /** The money has gone back already: it is never refused. `failed` where it came back in the end. */
  | RefundOrder
);

type Of<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>;

/** An order of the cart, from its checkout to its end. spec: rulings "Order status". */
export const orders: Decider<Order, OrderCommand, OrderFact> = {
  initial: newOrder,

  decide(command, state) {
    if (command.type === 'PlaceOrder') return state.placed ? [] : [placed(command)];
    const { placed: order } = state;
    if (!order) throw new Refused(orderProblems.notFound);
    const { memberId } = order;
    switch (command.type) {
      case 'OpenOrderPayment':
        return openPayment(command, memberId, state);
      case 'PayOrder':
        return pay(command, memberId, state);
      case 'FailOrderPayment':
        return failPayment(command, memberId, state);
      case 'ChangeOrderStatus':
        return explained(changeStatus(command, memberId, state), command, memberId, state);
      case 'CancelPaidOrder':
        return cancelPaid(command, state, order);
      case 'DelayOrder':
        return delay(command, memberId, state);
      case 'NoteOrder':
        return note(command, memberId, state);
      case 'RequestOrderRefund':
        return requestRefund(command, state, order);
      case 'RefundOrder':
        return refund(command, state, order);
      default:
        return decidePrint(command, state, order);
    }
  },

  evolve: applyFact,

  begins: ({ type }) => type === 'PlaceOrder',

  again: ({ type }, order) => (type === 'AssumeArrival' && order.placed ? assumedAt(order, order.placed) : undefined),
};

const NOWHERE: OrderAddress = { street: '', city: '', state: '', zipCode: '', country: '' };

function placed(command: Of<'PlaceOrder'>): OrderFact {
  const { orderId, memberId, reference, testMode, customerName, customerEmail, customerPhone, delivery } = command;
  const subtotalCents = command.items.reduce((sum, { cents }) => sum + cents, 0);
  const shippingCents = deliveryCents(subtotalCents, delivery?.method ?? null);
  return {
    type: 'OrderPlaced',
    data: {
      orderId,
      memberId,
      reference: orderReference(reference, testMode),
      testMode,
      customerName,
      customerEmail,
      customerPhone,
      ...(delivery?.address ?? NOWHERE),
      deliveryMethod: delivery?.method ?? null,
      items: [...command.items],
      priceVersion: command.priceVersion,
      subtotalCents,
      shippingCents,
      totalCents: subtotalCents + shippingCents,
      placedAt: command.at.toISOString(),
    },
  };
}

function openPayment({ orderId, paymentId }: Of<'OpenOrderPayment'>, memberId: string, state: Order): OrderFact[] {
  if (state.paymentId !== null) return [];
  if (state.status !== 'pending') throw new Refused(orderProblems.notPayable);
  return [{ type: 'OrderPaymentOpened', data: { orderId, memberId, paymentId } }];
}

/** What a card pays for an order that is not pending is given back: its refund is recorded, and not this. */
function pay(
  { orderId, paymentId, cents, livemode, paidAt }: Of<'PayOrder'>,
  memberId: string,
  { status }: Order,
): OrderFact[] {
  if (status !== 'pending') return [];
  const paid = { orderId, memberId, paymentId, cents, paidAt: paidAt.toISOString() };
  return [{ type: 'OrderPaid', data: { ...paid, ...(livemode !== undefined && { livemode }) } }];
}

function failPayment(command: Of<'FailOrderPayment'>, memberId: string, { status, failed }: Order): OrderFact[] {
  const { orderId, paymentId, chargeId, reason, at } = command;
  if (status !== 'pending' || Object.hasOwn(failed, attemptOf(command))) return [];
  const attempt = { orderId, memberId, paymentId, ...(chargeId !== undefined && { chargeId }) };
  return [{ type: 'OrderPaymentFailed', data: { ...attempt, reason, failedAt: at.toISOString() } }];
}

/** Refuses members with the reason; a process that comes too late changes nothing. */
function changeStatus(
  { orderId, to, reason, at }: Of<'ChangeOrderStatus'>,
  memberId: string,
  { status: from, paid }: Order,
): OrderFact[] {
  if (from === to) return [];
  // What was paid goes back with its own command.
  if (!mayBecome(from, to) || (to === 'cancelled' && paid)) {
    if (reason !== 'by-member' && reason !== 'by-support') return [];
    throw new Refused(to === 'cancelled' ? orderProblems.notCancellable : problems.conflict);
  }
  return [{ type: 'OrderStatusChanged', data: { orderId, memberId, from, to, reason, changedAt: at.toISOString() } }];
}

/** Cancels and asks for the refund in one: no crash leaves one without the other. */
function cancelPaid(command: Of<'CancelPaidOrder'>, state: Order, order: Placed): OrderFact[] {
  const { orderId, at, by, requestId, note: words } = command;
  const { status: from } = state;
  if (from === 'cancelled') return [];
  if (from !== 'paid') throw new Refused(orderProblems.notCancellable);
  const { memberId } = order;
  const change = { orderId, memberId, from, to: 'cancelled', reason: `by-${by}` } as const;
  const cancelled: OrderFact = { type: 'OrderStatusChanged', data: { ...change, changedAt: at.toISOString() } };
  const all = { type: 'RequestOrderRefund', what: 'all', itemIds: [], reason: 'cancelled' } as const;
  const asked = refundLeft({ ...all, orderId, requestId, note: words, at }, state, order);
  // Where support has given all of it back before, no request has its reason.
  const isSaid = asked.length > 0 || words === '';
  const noted = isSaid ? [] : note({ orderId, at, noteId: requestId, note: words }, memberId, state);
  return [cancelled, ...asked, ...noted];
}

function delay({ orderId, at }: Of<'DelayOrder'>, memberId: string, { status, isDelayed }: Order): OrderFact[] {
  if (status !== 'in_production' || isDelayed) return [];
  return [{ type: 'OrderDelayed', data: { orderId, memberId, delayedAt: at.toISOString() } }];
}
