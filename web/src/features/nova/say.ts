import type { SubscribedTier } from '@easel/contracts/account/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { isPagePath } from '@easel/contracts/page-paths';
import { planCards, type PlanCard } from '@easel/contracts/subscriptions/policy';
import { formatCredits } from '../../lib/figures.ts';

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** '$9.99', '$750'. */
export const priceOf = (cents: number): string => dollars.format(cents / 100);

/** '12.5 credits'. */
export const creditsOf = (tenths: number): string => formatCredits(tenthsToCredits(tenths));

/** 'a, b, and c'. */
export const listed = (texts: readonly string[]): string => new Intl.ListFormat('en').format(texts);
/** 'a, b, or c'. */
export const either = (texts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(texts);

/** A line each. */
export const lines = (texts: readonly string[]): string => texts.map((text) => `• ${text}`).join('\n');

export const paragraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

/** Says one thing as long as a page is missing, and another once it is there. */
export const ifThere = (path: string, text: string, otherwise: string): string => (isPagePath(path) ? text : otherwise);

/** The card whose terms a tier has: two tiers are sold under the name of another. */
export const cardOf = (tier: SubscribedTier): PlanCard | undefined =>
  planCards.find((card) => card.tier === tier) ??
  planCards.find((card) => tier.startsWith(card.tier)) ??
  planCards.find((card) => card.tier === 'free');
