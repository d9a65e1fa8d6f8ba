import { defineProblems } from '../kernel/problem.ts';

/** The checkout of the cart. spec: public-and-commerce §2.17, §4, §5; rulings "Order status", "Checkout test mode". */

export const orderStatuses = [
  'pending',
  'paid',
  'in_production',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'test_mode',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const followers: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'cancelled'],
  // An order of downloads alone has nothing to produce.
  paid: ['in_production', 'delivered', 'cancelled', 'refunded'],
  in_production: ['shipped', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: [],
  refunded: [],
  test_mode: ['cancelled'],
};

/** Returns whether an order may go from one status to the other; it only ever moves forward. */
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => followers[from].includes(to);

/** The most items of an order. */
export const ORDER_ITEMS_MAX = 200;
/** The least sum, in cents, that Stripe charges to a card. */
export const LEAST_CARD_CENTS = 50;
/** An unpaid order is cancelled after this time, in milliseconds. */
export const UNPAID_ORDER_MS = 24 * 3_600_000;

export const orderProblems = defineProblems('orders', {
  notFound: [404, 'Not found'],
  empty: [400, 'Your cart is empty'],
  /** With `items`: `{id, reason}` of each that cannot be ordered. */
  itemsUnavailable: [409, 'Some of these images cannot be ordered'],
  /** With `expected`, the right total in dollars, and `items`: `{id, expected}` of each whose price is another. */
  priceChanged: [409, 'The price has changed'],
  /** With `testMode` as it is now. */
  modeChanged: [409, 'The checkout has changed meanwhile. Please review your order.'],
  belowLeast: [409, 'A card pays $0.50 or more. Please pay from your wallet.'],
  cardsNotTaken: [409, 'Orders cannot be paid by card here yet. Please pay from your wallet.'],
  notPayable: [409, 'This order cannot be paid any more'],
  notCancellable: [409, 'This order cannot be cancelled any more'],
  /** With `message`, the bank's. */
  paymentRefused: [402, 'Payment failed. Please try again.'],
});

/** Returns what an order is called: the reference its browser gave it; a test order has a range of its own. */
export const orderReference = (reference: string, testMode: boolean): string =>
  testMode ? reference.replace(/^ORD-/, 'TEST-') : reference;
