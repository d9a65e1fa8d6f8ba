import type { SubscribedTier } from '@easel/contracts/account/policy';
import { heldCents, sumOf, type Payment } from './evidence.ts';

/*
 * Restates spec: rulings "Payment taken back" independently of the product's code: a payment of price P for N
 * months of A credits each, of which K is kept, entitles to min(A × months opened, ⌊A × N × K / P⌋); a month that
 * nothing pays for has 50. All in tenths of a credit.
 */

/** spec: rulings "Credits a month". */
const CREDITS: Record<SubscribedTier, number> = {
  free: 50,
  genesis: 50,
  starter: 150,
  creator: 300,
  creator_pro: 300,
  studio: 600,
  studio_enterprise: 600,
  agency: 1200,
  agency_unlimited: 1200,
  enterprise: 3000,
  curator_partner: 10_000,
};

export const FREE_TENTHS = 500;

export const monthlyTenths = (tier: SubscribedTier): number => CREDITS[tier] * 10;

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The UTC months that a stretch of time touches; its end is not in it. */
export function monthsTouched(startMs: number, endMs: number): string[] {
  const months: string[] = [];
  const month = new Date(startMs);
  month.setUTCDate(1);
  month.setUTCHours(0, 0, 0, 0);
  while (month.getTime() < endMs) {
    months.push(monthOf(month.getTime()));
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  return months;
}

/** What a payment pays for, whichever of its months are opened. */
function paidForTenths({ plan, cents, ...back }: Payment): number {
  if (!plan) return 0;
  const months = monthsTouched(plan.startMs, plan.endMs).length;
  return Math.floor((monthlyTenths(plan.tier) * months * Math.max(0, heldCents({ cents, ...back }))) / cents);
}

/** What a payment entitles to that has opened so many months. */
export const entitledTenths = (payment: Payment, opened: number): number =>
  payment.plan ? Math.min(monthlyTenths(payment.plan.tier) * opened, paidForTenths(payment)) : 0;

/** What it pays for of each of so many months, the first ones first; what was not used in one may be in another. */
function sharesOf(payment: Payment, opened: number): number[] {
  const monthly = payment.plan ? monthlyTenths(payment.plan.tier) : 0;
  const paidFor = paidForTenths(payment);
  return Array.from({ length: opened }, (_, before) => Math.max(0, Math.min(monthly, paidFor - before * monthly)));
}

/** The payment by which each month was opened, null where by none. */
export type Openings = ReadonlyMap<string, string | null>;

export const openedBy = (openings: Openings, paymentId: string): string[] =>
  [...openings].flatMap(([month, by]) => (by === paymentId ? month : []));

/**
 * The most that may have been used: what is paid for, and 50 credits for each month opened of which nothing more is. A
 * month counts for one payment alone, and for none whose period does not touch it.
 */
export function mostUsed(payments: readonly Payment[], openings: Openings): number {
  let tenths = 0;
  let paid = 0;
  for (const payment of payments) {
    const touched = payment.plan ? monthsTouched(payment.plan.startMs, payment.plan.endMs) : [];
    const months = openedBy(openings, payment.id).filter((month) => touched.includes(month));
    paid += months.length;
    tenths += sumOf(sharesOf(payment, months.length), (share) => Math.max(FREE_TENTHS, share));
  }
  return tenths + FREE_TENTHS * (openings.size - paid);
}
