import { allowanceTenths, type SubscribedTier } from '../account/policy.ts';

/**
 * What a payment for a plan entitles to: once for the account, its screens and whoever checks them. Sums are tenths of
 * a credit and cents, months are UTC's (`2026-11`), instants ISO.
 */

/** What everybody is granted in a month, paid for or not. */
export const FREE_TENTHS = allowanceTenths('free');

export interface PlanPayment {
  tier: SubscribedTier;
  /** What was paid, at least 1. */
  cents: number;
  /** What was refunded, and what a bank holds back or has taken by a dispute. */
  refundedCents: number;
  disputedCents: number;
  /** The period that it pays for; its end is not part of it. */
  from: string;
  until: string;
}

/** What is left of a payment; the same sum can be refunded and disputed, and then is gone once. */
export const keptCents = ({ cents, refundedCents, disputedCents }: PlanPayment): number =>
  Math.max(0, cents - refundedCents - disputedCents);

/**
 * The months that a period touches, each by at least an instant: from the 15th to the 15th two, from the 1st to the 1st
 * one.
 */
export function monthsTouched({ from, until }: Pick<PlanPayment, 'from' | 'until'>): string[] {
  const last = new Date(Math.max(Date.parse(until) - 1, Date.parse(from))).toISOString().slice(0, 7);
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00.000Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}

/** What kept money pays for, in all months together: ⌊A × N × kept / P⌋. */
const paidForTenths = (payment: PlanPayment): number =>
  Math.floor((allowanceTenths(payment.tier) * monthsTouched(payment).length * keptCents(payment)) / payment.cents);

/** What a payment entitles to that has opened so many months. */
export const entitledTenths = (payment: PlanPayment, monthsOpened: number): number =>
  Math.min(allowanceTenths(payment.tier) * monthsOpened, paidForTenths(payment));

/**
 * The most that may have been used in the months that a payment has opened: what it entitles to, and where that is less
 * than everybody has, what everybody has. A month for which less than that is left counts as opened without
 * entitlement.
 */
export function usableTenths(payment: PlanPayment, monthsOpened: number): number {
  const allowance = allowanceTenths(payment.tier);
  const paidFor = paidForTenths(payment);
  const whole = Math.min(monthsOpened, Math.floor(paidFor / allowance));
  const others = monthsOpened - whole;
  if (others === 0) return whole * allowance;
  return whole * allowance + Math.max(FREE_TENTHS, paidFor - whole * allowance) + (others - 1) * FREE_TENTHS;
}

/**
 * What a month is granted by a payment: what its entitlement leaves, never more than the plan's allowance nor less than
 * everybody has.
 *
 * @param monthsOpened with this one
 * @param usedTenths in the others: spent and left; what expired does not count
 */
export const monthTenths = (payment: PlanPayment, monthsOpened: number, usedTenths: number): number =>
  Math.max(FREE_TENTHS, Math.min(allowanceTenths(payment.tier), usableTenths(payment, monthsOpened) - usedTenths));

/**
 * What goes back of a plan that makes way for a better one: the smaller share of the time left and of the months not
 * opened before this one. What was given back before is not given back again, and months that were opened stay paid
 * for.
 *
 * @param monthsOpened by this payment, the month in which the better plan begins not counted: that passes to the better
 * one
 * @param at when the better plan begins
 */
export function restCents(payment: PlanPayment, monthsOpened: number, at: Date): number {
  const from = Date.parse(payment.from);
  const until = Date.parse(payment.until);
  const timeLeft = Math.min(1, Math.max(0, until - at.getTime()) / Math.max(1, until - from));
  const months = monthsTouched(payment).length;
  const openedCents = Math.ceil((payment.cents * Math.min(months, monthsOpened)) / months);
  return Math.max(0, Math.min(Math.round(payment.cents * timeLeft), keptCents(payment) - openedCents));
}
