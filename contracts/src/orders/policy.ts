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

/** An order is sent to the print service this long after its payment, in milliseconds: until then it may be changed. */
export const PRINT_AFTER_MS = 30 * 60_000;
/** Copies of one item, at most. */
export const QUANTITY_MAX = 99;

export const deliveryMethods = ['standard', 'express', 'overnight'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** `days`: working days from dispatch to delivery, the least and the most. spec: public-and-commerce §9 "Checkout". */
export const deliveries: Readonly<Record<DeliveryMethod, { name: string; cents: number; days: [number, number] }>> = {
  standard: { name: 'Standard', cents: 599, days: [3, 5] },
  express: { name: 'Express', cents: 1299, days: [1, 2] },
  overnight: { name: 'Overnight', cents: 2499, days: [1, 1] },
};
/** Working days that making takes before that. */
export const PRODUCTION_DAYS: readonly [number, number] = [2, 4];
/** From this sum on, downloads included, delivery is free. */
export const FREE_DELIVERY_CENTS = 15_000;

/** Cents that delivery costs; `method` is null of an order that is not delivered. */
export function deliveryCents(subtotalCents: number, method: DeliveryMethod | null): number {
  if (method === null || subtotalCents >= FREE_DELIVERY_CENTS) return 0;
  return deliveries[method].cents;
}

/** Characters of a note of support. */
export const NOTE_MAX = 2000;
/** By what operators look up customers; each look-up is an event. */
export const lookupKinds = ['email', 'name'] as const;
/** Orders that a look-up finds at most. */
export const LOOKUP_MAX = 50;

const DAY_MS = 24 * 3_600_000;

/** Returns the instant so many working days later, Monday to Friday in UTC. */
export function addWorkingDays(from: Date, days: number): Date {
  let at = from.getTime();
  for (let left = days; left > 0;) {
    at += DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(at);
}

/** Returns the last instant by which a parcel is promised. spec: rulings "Promised delivery". */
export function promisedBy(dispatchedAt: Date, method: DeliveryMethod): Date {
  const day = addWorkingDays(dispatchedAt, deliveries[method].days[1]);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1) - 1);
}

/** A parcel that is not reported missing counts as delivered this many milliseconds after it was promised. */
export const ASSUMED_AFTER_MS = 14 * DAY_MS;

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
  printsNotTaken: [409, 'Printed products cannot be ordered here yet. Please remove them from your cart.'],
  notPayable: [409, 'This order cannot be paid any more'],
  notCancellable: [409, 'This order cannot be cancelled any more'],
  addressFixed: [409, 'The address can only be changed until the order is in production'],
  /** Not paid, or what is asked for has gone back already. */
  notRefundable: [409, 'There is nothing to refund'],
  notPrintable: [409, 'This order cannot be printed'],
  /** With `promised`, the instant until which it may still arrive. */
  notLateYet: [409, 'Your parcel may still arrive in time'],
  /** With `message`, the bank's. */
  paymentRefused: [402, 'Payment failed. Please try again.'],
});

/** Returns what an order is called: the reference its browser gave it; a test order has a range of its own. */
export const orderReference = (reference: string, testMode: boolean): string =>
  testMode ? reference.replace(/^ORD-/, 'TEST-') : reference;
