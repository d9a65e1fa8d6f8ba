import { allowanceTenths, monthlyImageLimit, type SubscribedTier } from '@easel/contracts/account/policy';
import { downloadLimits } from '@easel/contracts/downloads/policy';
import { CURATOR_SHARE_PERCENT, earnRateTenths, ENTERPRISE_SHARE_PERCENT } from '@easel/contracts/earnings/policy';
import { cutoutTenths, upscaleTerms } from '@easel/contracts/edits/policy';
import { priceTenths, type Resolution } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import {
  MERCHANDISE_UNITS,
  planChargeCents,
  type BillingPeriod,
  type PlanCard,
} from '@easel/contracts/subscriptions/policy';
import { counted, formatCredits, formatNumber } from '../../lib/figures.ts';
import { reachText } from '../images/download-words.ts';

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** '$9.99', '$750'. */
export const priceText = (cents: number): string => dollars.format(cents / 100);

/** What a month of a plan comes to. */
export const monthCents = (card: PlanCard, period: BillingPeriod): number =>
  period === 'monthly' ? card.monthlyCents : card.yearlyCents;

/** What is charged, and how often; a line of the same height for every plan. */
export function billingText(tier: SubscribedTier, period: BillingPeriod): string {
  const cents = planChargeCents(tier, period);
  if (cents === undefined) return 'No card needed';
  return period === 'monthly' ? 'Billed every month' : `${priceText(cents)} billed once a year`;
}

/** 'up to 4K, PNG, JPG, or WebP'. */
export const sizesText = (tier: SubscribedTier): string => `up to ${reachText(downloadLimits(tier))}`;

export const downloadsText = (tier: SubscribedTier): string => {
  const { monthly } = downloadLimits(tier);
  return monthly === null ? 'no limit' : `${formatNumber(monthly)} a month`;
};

/** What a month's allowance makes in a size, as far as the plan's number of pictures goes. */
export function picturesOf(tier: SubscribedTier, resolution: Resolution): number {
  const payable = Math.floor(allowanceTenths(tier) / priceTenths(resolution, 1));
  return Math.min(payable, monthlyImageLimit(tier) ?? payable);
}

/** 'about 30 a month at 1K'. */
export const imagesText = (tier: SubscribedTier): string =>
  `about ${formatNumber(picturesOf(tier, '1k'))} a month at 1K`;

/** What a sale of a public image brings a member of this plan. */
export function earningText(tier: SubscribedTier): string {
  if (tier === 'curator_partner') return `${CURATOR_SHARE_PERCENT}% of net after payment fees`;
  const credits = formatCredits(tenthsToCredits(earnRateTenths(tier)));
  return tier === 'enterprise' ? `${credits} and ${ENTERPRISE_SHARE_PERCENT}% of a price in dollars` : credits;
}

/** Marks what has a price or belongs to a plan by the specification, and is not built yet. */
export const notYet = (name: string): string => `${name} (not available yet)`;

/** Names what distinguishes it from an enlarged download. */
export const UPSCALING = notYet('Upscaling from 4K to 8K, which adds detail');

export function upscaleText(tier: SubscribedTier): string | undefined {
  const terms = upscaleTerms(tier);
  return terms && `${formatCredits(tenthsToCredits(terms.tenths))}, kept for ${counted(terms.keptDays, 'day')}`;
}

export function cutoutText(tier: SubscribedTier): string {
  const [own, premium] = [cutoutTenths(tier, 'in-house'), cutoutTenths(tier, 'premium')].map(tenthsToCredits);
  if (own === undefined || premium === undefined || own === premium) return formatCredits(own ?? 0);
  return `${formatNumber(own)} or ${formatCredits(premium)}`;
}

/** What a plan brings, in the order in which it matters. */
export function featuresOf({ tier, curator }: PlanCard): string[] {
  const upscale = upscaleText(tier);
  return [
    ...(curator ? [`Revenue share: ${earningText(tier)}`, 'Your images are sold for dollars'] : []),
    ...(tier === 'enterprise'
      ? [`Merchandising licence: up to ${formatNumber(MERCHANDISE_UNITS)} units of each image`]
      : []),
    `Images: ${imagesText(tier)}`,
    `Downloads ${sizesText(tier)}`,
    `Downloads of others’ images: ${downloadsText(tier)}`,
    ...(curator ? [] : [`You earn ${earningText(tier)} a sale`]),
    `${notYet('Background removal')}: ${cutoutText(tier)}`,
    ...(upscale ? [`${UPSCALING}: ${upscale}`] : []),
    ...(curator ? ['A section of your own, listed in the public gallery'] : []),
  ];
}

/** For whom a plan is made. */
export const purposes: Readonly<Partial<Record<SubscribedTier, string>>> = {
  free: 'For a first picture, and the next',
  starter: 'For a picture now and then',
  creator: 'For those who publish and print',
  studio: 'For work that lives by pictures',
  agency: 'For many clients at a time',
  enterprise: 'For goods that are made and sold',
  curator_partner: 'For those who sell their pictures for dollars',
};
