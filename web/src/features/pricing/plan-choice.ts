import { allowanceTenths, type SubscribedTier } from '@easel/contracts/account/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Plan } from '@easel/contracts/subscriptions/http';
import {
  billingPeriods,
  isPaid,
  periodEndsAt,
  planCards,
  planChargeCents,
  planStep,
  tierLabel,
  type BillingPeriod,
} from '@easel/contracts/subscriptions/policy';
import { dayWithZone, shortDate } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/figures.ts';
import { downloadsText, earningText, imagesText, priceText, sizesText } from './plan-words.ts';

/** Whoever looks at the plans. A member's plan is `pending` until known and `unknown` where it could not be read. */
export type Onlooker = { kind: 'visitor' | 'pending' | 'unknown' } | { kind: 'member'; plan: Plan };

/** What a plan's button does; `coming` is chosen already, `not-offered` says why it cannot be. */
export type Choice =
  | { kind: 'register'; address: string }
  | { kind: 'current' | 'pending' | 'unknown' | 'not-offered' }
  | { kind: 'coming'; from: string }
  | { kind: 'upgrade' | 'downgrade' | 'resume'; plan: Plan };

export const periodOf = (text: string | null): BillingPeriod =>
  billingPeriods.find((period) => period === text) ?? 'monthly';

/** The plan that a hash names. */
export const tierOfHash = (hash: string): SubscribedTier | undefined =>
  planCards.find(({ tier }) => `#${tier}` === hash)?.tier;

/** The sign-up page; who chose a plan comes back to it. */
export function registerAddress(tier: SubscribedTier, period: BillingPeriod): string {
  if (!isPaid(tier)) return '/register';
  const next = `/pricing${period === 'monthly' ? '' : `?period=${period}`}#${tier}`;
  return `/register?${new URLSearchParams({ next })}`;
}

export function choiceOf(onlooker: Onlooker, tier: SubscribedTier, period: BillingPeriod): Choice {
  if (onlooker.kind === 'visitor') return { kind: 'register', address: registerAddress(tier, period) };
  if (onlooker.kind !== 'member') return { kind: onlooker.kind };
  const { plan } = onlooker;
  const { subscription } = plan;
  const { endDate, next } = subscription;
  const isLeaving = isPaid(plan.tier) && subscription.status === 'cancelled';
  switch (planStep({ tier: plan.tier, period: subscription.period }, { tier, period })) {
    case 'upgrade':
      return { kind: 'upgrade', plan };
    case 'not-offered':
      return { kind: 'not-offered' };
    case 'keep':
      return isPaid(plan.tier) && (isLeaving || next) ? { kind: 'resume', plan } : { kind: 'current' };
    case 'leave':
      return isLeaving && endDate ? { kind: 'coming', from: shortDate(endDate) } : { kind: 'downgrade', plan };
    case 'at-end':
      return next?.tier === tier && next.period === period && endDate
        ? { kind: 'coming', from: shortDate(endDate) }
        : { kind: 'downgrade', plan };
  }
}

export interface PlanChange {
  name: string;
  from: string;
  to: string;
}

/** What will be different under another plan. */
export const changesBetween = (from: SubscribedTier, to: SubscribedTier): PlanChange[] =>
  [
    { name: 'Credits a month', of: (tier: SubscribedTier) => formatNumber(tenthsToCredits(allowanceTenths(tier))) },
    { name: 'Images', of: imagesText },
    { name: 'Download sizes', of: sizesText },
    { name: 'Downloads', of: downloadsText },
    { name: 'Earned by a sale', of: earningText },
  ]
    .map(({ name, of }) => ({ name, from: of(from), to: of(to) }))
    .filter((change) => change.from !== change.to);

/** Whether it is paid for today, and not at the end of what is paid for. */
export const isUpgrade = ({ tier, subscription }: Plan, to: SubscribedTier, period: BillingPeriod): boolean =>
  planStep({ tier, period: subscription.period }, { tier: to, period }) === 'upgrade';

/** What a change costs, gives back and brings, today and from when: said before anything is paid. */
export function termsOfChange(plan: Plan, to: SubscribedTier, period: BillingPeriod, at: Date): string {
  const { tier, subscription } = plan;
  const cents = planChargeCents(to, period);
  const price = cents === undefined ? '' : priceText(cents);
  const present = tierLabel(tier);
  if (isUpgrade(plan, to, period)) {
    const today = `Today you pay ${price}, and this month’s allowance becomes ${formatNumber(tenthsToCredits(allowanceTenths(to)))} credits.`;
    const back = isPaid(tier)
      ? ` ${present} ends today: what is left of its time goes back to your card, as far as its monthly allowances have not begun.`
      : '';
    return `${today}${back} The next ${period === 'yearly' ? 'year' : 'month'} is paid on ${dayWithZone(periodEndsAt(at, period).toISOString())}, until you leave.`;
  }
  const end = subscription.endDate === null ? 'its end' : dayWithZone(subscription.endDate);
  const until = `${present} stays as it is until ${end}, and is not paid back.`;
  if (!isPaid(to))
    return `Today nothing changes, and nothing more is charged. ${until} From then on you have the Free plan.`;
  return `Today nothing changes and nothing is paid. ${until} From then on you have ${tierLabel(to)} for ${price} a ${period === 'yearly' ? 'year' : 'month'}.`;
}
