import { allowanceTenths, type SubscribedTier } from '@easel/contracts/account/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Plan } from '@easel/contracts/subscriptions/http';
import {
  billingPeriods,
  changeOf,
  isPaid,
  planChargeCents,
  planCards,
  type BillingPeriod,
} from '@easel/contracts/subscriptions/policy';
import { formatNumber } from '../../lib/figures.ts';
import { downloadsText, earningText, imagesText, priceText, sizesText } from './plan-words.ts';

/** Whoever looks at the plans. A member's plan is `pending` until known and `unknown` where it could not be read. */
export type Onlooker = { kind: 'visitor' | 'pending' | 'unknown' } | { kind: 'member'; plan: Plan };

/** What a plan's button does. */
export type Choice =
  | { kind: 'register'; address: string }
  | { kind: 'current' | 'pending' | 'unknown' }
  | { kind: 'upgrade' | 'downgrade'; plan: Plan };

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

/** What is paid for counts as one plan, whatever free one is meant. */
const isSame = (one: SubscribedTier, other: SubscribedTier): boolean =>
  one === other || (!isPaid(one) && !isPaid(other));

export function choiceOf(onlooker: Onlooker, tier: SubscribedTier, period: BillingPeriod): Choice {
  if (onlooker.kind === 'visitor') return { kind: 'register', address: registerAddress(tier, period) };
  if (onlooker.kind !== 'member') return { kind: onlooker.kind };
  const { plan } = onlooker;
  if (isSame(plan.tier, tier)) return { kind: 'current' };
  return { kind: changeOf(plan.tier, tier) === 'upgrade' ? 'upgrade' : 'downgrade', plan };
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

/** What becomes of the payments when a lesser plan is taken; undefined where there are none. */
export function billsAfter({ subscription, renews }: Plan, to: SubscribedTier): string | undefined {
  if (subscription.period === null) return undefined;
  if (!isPaid(to)) return 'Nothing more is charged. What is paid already is not paid back.';
  const cents = planChargeCents(to, subscription.period);
  if (!renews || cents === undefined) return 'What is paid already is not paid back.';
  const often = subscription.period === 'monthly' ? 'a month' : 'a year';
  return `From the next bill on it costs ${priceText(cents)} ${often}. What is paid already is not paid back.`;
}
