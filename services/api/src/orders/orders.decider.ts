import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { OrderFact, OrderedItem } from '@easel/contracts/orders/events';
import { mayBecome, orderProblems, orderReference, type OrderStatus } from '@easel/contracts/orders/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];

/** An order as far as it was placed; who ordered is left to the event, where it is sealed. */
type Placed = Pick<
  DataOf<'OrderPlaced'>,
  | 'memberId'
  | 'reference'
  | 'testMode'
  | 'items'
  | 'priceVersion'
  | 'subtotalCents'
  | 'shippingCents'
  | 'totalCents'
  | 'placedAt'
>;

export interface Order {
  /** Null where there is no such order. */
  placed: Placed | null;
  status: OrderStatus;
  /** At the card service, `pi_…`; null until a payment is opened. */
  paymentId: string | null;
  /** What a card paid; null while none has. */
  paid: { paymentId: string; cents: number } | null;
  /** Attempts to pay that were declined. */
  failed: Record<string, true>;
  /** By id. */
  refunds: Record<string, { paymentId: string; cents: number; outcome: 'made' | 'failed' }>;
}

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
      priceVersion: number;
    }
  | { type: 'OpenOrderPayment'; paymentId: string }
  /** The card is charged already: it is never refused. `paidAt` is the card service's. */
  | { type: 'PayOrder'; paymentId: string; cents: number; livemode?: boolean | undefined; paidAt: Date }
  /** As `OrderPaymentFailed`. */
  | { type: 'FailOrderPayment'; paymentId: string; chargeId?: string | undefined; reason: string }
  | { type: 'ChangeOrderStatus'; to: OrderStatus; reason: DataOf<'OrderStatusChanged'>['reason'] }
  /** The money has gone back already: it is never refused. `failed` where it came back in the end. */
  | { type: 'RefundOrder'; refundId: string; paymentId: string; cents: number; failed: boolean }
);

type Of<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>;

/** An order of the cart, from its checkout to its end. spec: rulings "Order status". */
export const orders: Decider<Order, OrderCommand, OrderFact> = {
  initial: () => ({ placed: null, status: 'pending', paymentId: null, paid: null, failed: {}, refunds: {} }),

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
        return changeStatus(command, memberId, state);
      case 'RefundOrder':
        return refund(command, memberId, state);
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'OrderPlaced': {
        const { customerName: _name, customerEmail: _email, customerPhone: _phone, orderId: _id, ...rest } = data;
        return { ...state, placed: rest, status: data.testMode ? 'test_mode' : 'pending' };
      }
      case 'OrderPaymentOpened':
        return { ...state, paymentId: data.paymentId };
      case 'OrderPaid':
        return { ...state, status: 'paid', paid: { paymentId: data.paymentId, cents: data.cents } };
      case 'OrderPaymentFailed':
        return { ...state, failed: { ...state.failed, [attemptOf(data)]: true } };
      case 'OrderStatusChanged':
        return { ...state, status: data.to };
      case 'OrderRefunded': {
        const { refundId, paymentId, cents, outcome } = data;
        return { ...state, refunds: { ...state.refunds, [refundId]: { paymentId, cents, outcome } } };
      }
    }
  },
};

function placed(command: Of<'PlaceOrder'>): OrderFact {
  const { orderId, memberId, reference, testMode, customerName, customerEmail, customerPhone } = command;
  const subtotalCents = command.items.reduce((sum, { cents }) => sum + cents, 0);
  // What is shipped will cost; an order of downloads alone is not.
  const shippingCents = 0;
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

/** Tells attempts apart; those that no bank saw by their reason alone. */
const attemptOf = ({ chargeId, reason }: { chargeId?: string | undefined; reason: string }): string =>
  chargeId ?? reason;

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
  // Nothing gives a paid order's money back yet, so that it is cancelled by nobody.
  if (!mayBecome(from, to) || (to === 'cancelled' && paid)) {
    if (reason !== 'by-member') return [];
    throw new Refused(to === 'cancelled' ? orderProblems.notCancellable : problems.conflict);
  }
  return [{ type: 'OrderStatusChanged', data: { orderId, memberId, from, to, reason, changedAt: at.toISOString() } }];
}

/** Records a refund before its failure, whichever of the two is reported first. */
function refund(command: Of<'RefundOrder'>, memberId: string, state: Order): OrderFact[] {
  const { orderId, refundId, paymentId, cents, failed, at } = command;
  const refunded = (outcome: 'made' | 'failed'): OrderFact => ({
    type: 'OrderRefunded',
    data: { orderId, memberId, paymentId, refundId, cents, outcome, refundedAt: at.toISOString() },
  });
  const known = state.refunds[refundId]?.outcome;
  const facts: OrderFact[] = [];
  if (known === undefined) facts.push(refunded('made'));
  if (failed && known !== 'failed') facts.push(refunded('failed'));
  if (failed || known !== undefined || paymentId !== state.paid?.paymentId) return facts;
  if (refundedCents(state, paymentId) + cents < state.paid.cents) return facts;
  const change = { type: 'ChangeOrderStatus', orderId, to: 'refunded', reason: 'refunded', at } as const;
  return [...facts, ...changeStatus(change, memberId, state)];
}

/** What of a payment has gone back to the card. */
const refundedCents = ({ refunds }: Order, paymentId: string): number =>
  Object.values(refunds)
    .filter((refunded) => refunded.paymentId === paymentId && refunded.outcome === 'made')
    .reduce((sum, { cents }) => sum + cents, 0);
