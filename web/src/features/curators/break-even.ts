import { planCards, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { formatDollars } from '../../lib/dollars.ts';

const card = planCards.find(({ curator }) => curator);

/** Returns the price of the plan per month, in dollars. */
export const planDollars = (period: BillingPeriod): number =>
  (period === 'monthly' ? (card?.monthlyCents ?? 0) : (card?.yearlyCents ?? 0)) / 100;

/** Compares a month's share with the price of the plan, both in dollars. */
export function breakEvenText(shareDollars: number, period: BillingPeriod): string {
  const price = planDollars(period);
  const paid = period === 'monthly' ? 'a month' : 'a month, paid by the year';
  const costs = `Your plan costs ${formatDollars(price)} ${paid}. Your share this month is ${formatDollars(shareDollars)}`;
  return shareDollars < price
    ? `${costs}: ${formatDollars(price - shareDollars)} more and it has paid for itself.`
    : `${costs}: it has paid for itself, with ${formatDollars(shareDollars - price)} over.`;
}
