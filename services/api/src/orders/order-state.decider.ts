import type { OrderFact } from '@easel/contracts/orders/events';
import type { OrderStatus } from '@easel/contracts/orders/policy';

export type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];

/** An order as it was placed; who ordered and where it goes is left to the events, where it is encrypted. */
export type Placed = Omit<
  DataOf<'OrderPlaced'>,
  'orderId' | 'customerName' | 'customerEmail' | 'customerPhone' | 'street' | 'city' | 'state' | 'zipCode' | 'country'
>;

export interface Order {
  /** Null where the order does not exist. */
  placed: Placed | null;
  status: OrderStatus;
  /** At the card service, `pi_…`; null until a payment is opened. */
  paymentId: string | null;
  /** The card payment; null while there is none. */
  paid: { paymentId: string; cents: number } | null;
  /** Attempts to pay that were declined. */
  failed: Record<string, true>;
  /** By id. */
  refunds: Record<string, Pick<DataOf<'OrderRefunded'>, 'paymentId' | 'cents' | 'outcome' | 'requestId'>>;
  /** By id; each is made at the card service once. */
  refundRequests: Record<
    string,
    Pick<DataOf<'OrderRefundRequested'>, 'itemIds' | 'shipping' | 'cents' | 'requestedAt'>
  >;
  print: {
    /** Counts from 1. */
    attempt: number;
    /** Null until the print service has it. */
    printOrderId: string | null;
    /** Why it cannot go on; null while it can. */
    problem: string | null;
    /** Cents of this attempt; null until the print service has said so. */
    cents: number | null;
  };
  /** By id, of all attempts. */
  parcels: Record<string, Pick<DataOf<'OrderParcelShipped'>, 'attempt' | 'itemIds' | 'dispatchedAt'>>;
  isDelayed: boolean;
  /** The member's last report; null until there is one. */
  arrived: boolean | null;
  /** By id. */
  notes: Record<string, true>;
}

export const newOrder = (): Order => ({
  placed: null,
  status: 'pending',
  paymentId: null,
  paid: null,
  failed: {},
  refunds: {},
  refundRequests: {},
  print: { attempt: 1, printOrderId: null, problem: null, cents: null },
  parcels: {},
  isDelayed: false,
  arrived: null,
  notes: {},
});

export const productsOf = ({ items }: Placed) => items.filter((item) => item.kind === 'product');
/** Whether anything is printed and sent. */
export const hasProducts = (placed: Placed): boolean => productsOf(placed).length > 0;

/**
 * Requests whose money goes back, or has gone: all but those whose refund the bank did not take in the end, which came
 * back.
 */
export function standingRequests({ refundRequests, refunds }: Order) {
  const outcomes = (requestId: string) =>
    Object.values(refunds).flatMap((refund) => (refund.requestId === requestId ? [refund.outcome] : []));
  return Object.entries(refundRequests).flatMap(([requestId, request]) => {
    const seen = outcomes(requestId);
    return seen.includes('made') || !seen.includes('failed') ? [{ requestId, ...request }] : [];
  });
}

/** Ids of requests of which no refund is known. */
export function openRequests({ refundRequests, refunds }: Order): string[] {
  const answered = new Set(Object.values(refunds).map(({ requestId }) => requestId));
  return Object.keys(refundRequests).filter((requestId) => !answered.has(requestId));
}

/** Items whose money goes back, or has gone. */
export const itemsGivenBack = (order: Order): ReadonlySet<string> =>
  new Set(standingRequests(order).flatMap(({ itemIds }) => itemIds));

/** The products whose money has not gone back, and is not about to. */
export function toPrint(order: Order, placed: Placed) {
  const givenBack = itemsGivenBack(order);
  return productsOf(placed).filter(({ itemId }) => !givenBack.has(itemId));
}

/** Whether every product is in a parcel of the present attempt, but for those that are paid back. */
export function isAllOnItsWay(order: Order, placed: Placed): boolean {
  const { parcels, print } = order;
  const shipped = Object.values(parcels)
    .filter(({ attempt }) => attempt === print.attempt)
    .flatMap(({ itemIds }) => itemIds);
  return toPrint(order, placed).every(({ itemId }) => shipped.includes(itemId));
}

export function applyFact(state: Order, { type, data }: OrderFact): Order {
  switch (type) {
    case 'OrderPlaced': {
      const { customerName: _name, customerEmail: _email, customerPhone: _phone, orderId: _id, ...order } = data;
      const { street: _street, city: _city, state: _state, zipCode: _code, country: _country, ...placed } = order;
      return { ...state, placed, status: data.testMode ? 'test_mode' : 'pending' };
    }
    case 'OrderAddressChanged':
      return state;
    case 'OrderNoted':
      return { ...state, notes: { ...state.notes, [data.noteId]: true } };
    case 'OrderPaymentOpened':
      return { ...state, paymentId: data.paymentId };
    case 'OrderPaid':
      return { ...state, status: 'paid', paid: { paymentId: data.paymentId, cents: data.cents } };
    case 'OrderPaymentFailed':
      return { ...state, failed: { ...state.failed, [attemptOf(data)]: true } };
    case 'OrderStatusChanged':
      return { ...state, status: data.to };
    case 'OrderSentToPrint':
      return { ...state, print: { ...state.print, printOrderId: data.printOrderId, problem: null } };
    case 'OrderPrintFailed':
      return { ...state, print: { ...state.print, problem: data.problem } };
    case 'OrderReprinted':
      return {
        ...state,
        print: { attempt: data.attempt, printOrderId: null, problem: null, cents: null },
        arrived: null,
        isDelayed: false,
      };
    case 'OrderPrintCharged':
      return { ...state, print: { ...state.print, cents: data.cents } };
    case 'OrderParcelShipped': {
      const { parcelId, attempt, itemIds, dispatchedAt } = data;
      return { ...state, parcels: { ...state.parcels, [parcelId]: { attempt, itemIds, dispatchedAt } } };
    }
    case 'OrderDelayed':
      return { ...state, isDelayed: true };
    case 'OrderArrivalReported':
      return { ...state, arrived: data.arrived };
    case 'OrderRefundRequested': {
      const { requestId, itemIds, shipping, cents, requestedAt } = data;
      const request = { itemIds, shipping, cents, requestedAt };
      return { ...state, refundRequests: { ...state.refundRequests, [requestId]: request } };
    }
    case 'OrderRefunded': {
      const { refundId, paymentId, cents, outcome, requestId } = data;
      return { ...state, refunds: { ...state.refunds, [refundId]: { paymentId, cents, outcome, requestId } } };
    }
  }
}

/** Returns the id of an attempt to pay; its reason where it did not reach a bank. */
export const attemptOf = ({ chargeId, reason }: { chargeId?: string | undefined; reason: string }): string =>
  chargeId ?? reason;
