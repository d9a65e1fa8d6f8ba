import type { Plan } from '@easel/contracts/subscriptions/http';
import { capitalised, formatNumber } from '../../lib/figures.ts';

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
/** The first of a month is UTC's. */
const monthDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** What was subscribed to and no longer holds. */
const hasExpired = ({ tier, subscription }: Plan): boolean => tier !== subscription.tier;

export function statusOf(plan: Plan): string {
  return hasExpired(plan) ? 'Expired' : capitalised(plan.subscription.status);
}

/** Until when it holds, and what happens then. */
export function termText(plan: Plan): string {
  const { period, endDate } = plan.subscription;
  if (endDate === null) return 'Without an end';
  const when = day.format(new Date(endDate));
  if (hasExpired(plan)) return `Ended on ${when}`;
  const often = period === null ? '' : `${capitalised(period)}. `;
  return plan.renews ? `${often}Renews on ${when}` : `${often}Ends on ${when}`;
}

export interface LimitView {
  name: string;
  text: string;
  used: number;
  /** Null where there is no limit. */
  max: number | null;
}

/** What is limited by the month; texts of the same length until known. */
export function limitsOf(plan: Plan | undefined): LimitView[] {
  if (!plan) return ['Allowance', 'Images this month', 'Downloads this month'].map(unknownLimit);
  const { credits, images, downloads } = plan;
  const spent = Math.max(0, credits.allowance - credits.allowanceLeft);
  return [
    {
      name: 'Allowance',
      text: `${formatNumber(credits.allowanceLeft)} of ${formatNumber(credits.allowance)} credits left, until ${monthDay.format(new Date(credits.renewsAt))}`,
      used: spent,
      max: credits.allowance,
    },
    { name: 'Images this month', ...usedOf(images) },
    { name: 'Downloads this month', ...usedOf(downloads) },
  ];
}

const unknownLimit = (name: string): LimitView => ({ name, text: '…', used: 0, max: 1 });

const usedOf = ({ used, limit }: { used: number; limit: number | null }) => ({
  text: limit === null ? `${formatNumber(used)}, no limit` : `${formatNumber(used)} of ${formatNumber(limit)} used`,
  used,
  max: limit,
});
