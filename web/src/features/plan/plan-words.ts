import type { Plan } from '@easel/contracts/subscriptions/http';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import { capitalised, formatCredits, formatNumber } from '../../lib/figures.ts';
import { dayWithZone } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';

/** What was subscribed to and no longer holds. */
const hasExpired = ({ tier, subscription }: Plan): boolean => tier !== subscription.tier;

export function statusOf(plan: Plan): string {
  return hasExpired(plan) ? 'Expired' : capitalised(plan.subscription.status);
}

/** Until when it holds, and what happens then. */
export function termText(plan: Plan): string {
  const { period, endDate, next } = plan.subscription;
  if (endDate === null) return 'No end date';
  const when = dayWithZone(endDate);
  if (hasExpired(plan)) return `Ended on ${when}`;
  const often = period === null ? '' : `${capitalised(period)}. `;
  if (next) return `${often}${tierLabel(next.tier)}, ${next.period}, begins on ${when}`;
  return plan.renews ? `${often}Renews on ${when}` : `${often}Ends on ${when}`;
}

/** What is owed because a payment went back; undefined where nothing is. */
export function debtText({ debt }: Plan): string | undefined {
  if (!debt) return undefined;
  const owed = [debt.credits > 0 && formatCredits(debt.credits), debt.dollars > 0 && formatDollars(debt.dollars)];
  const ways = [
    debt.credits > 0 && `Later allowances pay the credits, or your wallet does for ${formatDollars(debt.price)}.`,
    debt.dollars > 0 && 'Funds that you add to your wallet pay the dollars.',
  ];
  return `You owe ${owed.filter(Boolean).join(' and ')}: a payment was taken back. ${ways.filter(Boolean).join(' ')}`;
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
  if (!plan) return ['Allowance', 'Images this month', 'Others’ pictures downloaded this month'].map(unknownLimit);
  const { credits, images, downloads } = plan;
  const spent = Math.max(0, credits.allowance - credits.allowanceLeft);
  return [
    {
      name: 'Allowance',
      text: `${formatNumber(credits.allowanceLeft)} of ${formatNumber(credits.allowance)} credits left, until ${dayWithZone(credits.renewsAt)}`,
      used: spent,
      max: credits.allowance,
    },
    { name: 'Images this month', ...usedOf(images) },
    { name: 'Others’ pictures downloaded this month', ...usedOf(downloads) },
  ];
}

const unknownLimit = (name: string): LimitView => ({ name, text: '…', used: 0, max: 1 });

const usedOf = ({ used, limit }: { used: number; limit: number | null }) => ({
  text: limit === null ? `${formatNumber(used)}, no limit` : `${formatNumber(used)} of ${formatNumber(limit)} used`,
  used,
  max: limit,
});
