import type { SubscribedTier } from '@easel/contracts/account/policy';
import { heldCents, sumOf, type Payment } from './evidence.ts';

/*
 * What payments entitle to, written down once more from the rulings and not from the product: a payment of price P for N
 * months of A credits each, of which K is kept, entitles to min(A × months opened, ⌊A × N × K / P⌋); a month that nothing
 * pays for has 50. All in tenths of a credit.
 */

/** Ruled: credits a month. */
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

/** What a payment pays for of each month that the account has opened: its first months first. */
export function sharesOf(payment: Payment, opened: ReadonlySet<string>): Map<string, number> {
  const shares = new Map<string, number>();
  const { plan, cents } = payment;
  if (!plan) return shares;
  const monthly = monthlyTenths(plan.tier);
  const months = monthsTouched(plan.startMs, plan.endMs);
  let left = Math.floor((monthly * months.length * Math.max(0, heldCents(payment))) / cents);
  for (const month of months.filter((one) => opened.has(one))) {
    const share = Math.min(monthly, left);
    shares.set(month, share);
    left -= share;
  }
  return shares;
}

/** What all payments of an account pay for, by month opened. */
export function paidFor(payments: readonly Payment[], opened: ReadonlySet<string>): Map<string, number> {
  const shares = payments.map((payment) => sharesOf(payment, opened));
  return new Map([...opened].map((month) => [month, sumOf(shares, (share) => share.get(month) ?? 0)]));
}

/** The most that may have been used: what is paid for, and 50 credits for each month opened of which nothing more is. */
export const mostUsed = (payments: readonly Payment[], opened: ReadonlySet<string>): number =>
  sumOf([...paidFor(payments, opened).values()], (share) => Math.max(FREE_TENTHS, share));
