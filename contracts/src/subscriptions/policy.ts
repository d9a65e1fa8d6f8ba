import { allowanceTenths, subscribedTiers, type SubscribedTier } from '../account/policy.ts';
import { defineProblems } from '../kernel/problem.ts';

/** What is subscribed to, what it costs, and until when it counts. */

export const subscriptionProblems = defineProblems('subscriptions', {
  /** Whoever wants more than there is has to go through the checkout. */
  paymentRequired: [402, 'This plan has to be paid for'],
  notSold: [422, 'This plan is not for sale'],
  notManaged: [409, 'There is no paid plan to manage'],
  yearlyOnly: [422, 'Your plan is paid for the year: a higher plan is to be had by the year, too'],
  endsFirst: [409, 'Your plan runs to its end and is not renewed; choose another one then'],
});

export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** `cancelled` is paid for until its end; `ended` counts no longer, whatever its end: its payment was taken back. */
export const subscriptionStatuses = ['active', 'cancelled', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export interface Subscription {
  tier: SubscribedTier;
  status: SubscriptionStatus;
  /** Null where nothing is paid for. */
  period: BillingPeriod | null;
  /** ISO; null where it has no end. */
  endDate: string | null;
}

export const freeSubscription: Subscription = { tier: 'free', status: 'active', period: null, endDate: null };

/** spec: rulings "Expired subscription". */
export const isExpired = ({ endDate }: Pick<Subscription, 'endDate'>, at: Date): boolean =>
  endDate !== null && Date.parse(endDate) <= at.getTime();

/** What a subscription counts as at an instant. */
export const tierInForce = (subscription: Subscription, at: Date): SubscribedTier =>
  subscription.status === 'ended' || isExpired(subscription, at) ? 'free' : subscription.tier;

const rank = (tier: SubscribedTier): number => subscribedTiers.indexOf(tier);

/** Plans are ordered as their prices are; `subscribedTiers` has them in that order. */
export function changeOf(from: SubscribedTier, to: SubscribedTier): 'upgrade' | 'downgrade' | 'same' {
  const step = rank(to) - rank(from);
  return step > 0 ? 'upgrade' : step < 0 ? 'downgrade' : 'same';
}

export interface PlanTerms {
  tier: SubscribedTier;
  /** Null where nothing is paid for. */
  period: BillingPeriod | null;
}

/**
 * Names what choosing a plan does while another is in force (spec: rulings "Change of plan"). `upgrade`: a higher tier,
 * or the same one by the year, is paid in full now. `at-end`: anything lower begins when the paid time ends. `leave`:
 * no plan from then on. `keep`: undoes either. `not-offered`: a higher tier by the month during a yearly plan.
 */
export type PlanStep = 'upgrade' | 'at-end' | 'leave' | 'keep' | 'not-offered';

export function planStep(present: PlanTerms, wanted: { tier: SubscribedTier; period: BillingPeriod }): PlanStep {
  if (!isPaid(wanted.tier)) return isPaid(present.tier) ? 'leave' : 'keep';
  const toMonths = present.period === 'yearly' && wanted.period === 'monthly';
  switch (changeOf(present.tier, wanted.tier)) {
    case 'upgrade':
      return toMonths && isPaid(present.tier) ? 'not-offered' : 'upgrade';
    case 'same':
      return toMonths ? 'at-end' : present.period === 'monthly' && wanted.period === 'yearly' ? 'upgrade' : 'keep';
    case 'downgrade':
      return 'at-end';
  }
}

/** Whose credits somebody has paid for; what free members spend earns nobody anything. */
export const isPaid = (tier: SubscribedTier): boolean => tier !== 'free' && tier !== 'genesis';

/**
 * A tier as members read it: `creator_pro` is Creator Pro; free is shown as Genesis, with the name that its plan's card
 * has.
 */
export const tierLabel = (tier: SubscribedTier): string =>
  tier === 'free'
    ? 'Genesis (Free)'
    : tier
        .split('_')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ');

export interface PlanCard {
  tier: SubscribedTier;
  name: string;
  /** For one month, paid by the month. */
  monthlyCents: number;
  /** For one month, paid by the year. */
  yearlyCents: number;
  /** A month. */
  credits: number;
  popular: boolean;
  curator: boolean;
}

const card = (
  tier: SubscribedTier,
  name: string,
  [monthlyCents, yearlyCents]: readonly [number, number],
  marks: { popular?: true; curator?: true } = {},
): PlanCard => ({
  tier,
  name,
  monthlyCents,
  yearlyCents,
  credits: allowanceTenths(tier) / 10,
  popular: marks.popular ?? false,
  curator: marks.curator ?? false,
});

/** spec: public-and-commerce §9 "Plans". */
export const planCards: readonly PlanCard[] = [
  card('free', 'Free', [0, 0]),
  card('starter', 'Starter', [999, 799]),
  card('creator', 'Creator', [1999, 1599]),
  card('studio', 'Studio', [3999, 3199]),
  card('agency', 'Agency', [7999, 6399], { popular: true }),
  card('enterprise', 'Enterprise', [19_999, 15_999]),
  card('curator_partner', 'Curator Partner', [75_000, 60_000], { curator: true }),
];

/** What is saved by paying for a year at once, in whole percent. */
export const YEARLY_SAVING_PERCENT = 20;

/** Units of merchandise of each image; logos and trademarks are excluded. spec: member-experience §1. */
export const MERCHANDISE_UNITS = 100_000;

/** What is charged at once for a period, in cents; undefined for what is not sold: free, and tiers without a card. */
export function planChargeCents(tier: SubscribedTier, period: BillingPeriod): number | undefined {
  const plan = planCards.find((one) => one.tier === tier);
  if (!plan || plan.monthlyCents === 0) return undefined;
  return period === 'monthly' ? plan.monthlyCents : plan.yearlyCents * 12;
}

/**
 * Returns when a period that begins now ends: at the same time of the same day in UTC, or of the month's last day where
 * it has no such day, as the card service counts.
 */
export function periodEndsAt(start: Date, period: BillingPeriod): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (period === 'yearly' ? 12 : 1));
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

/** spec: public-and-commerce §9: monthly price divided by credits, to three decimals. Dollars, `0.067`. */
export const creditPrice = ({ monthlyCents, credits }: PlanCard): string => (monthlyCents / 100 / credits).toFixed(3);
