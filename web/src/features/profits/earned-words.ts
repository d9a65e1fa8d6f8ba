import { earnRateTenths, ENTERPRISE_SHARE_PERCENT } from '@easel/contracts/earnings/policy';
import type { EarnedBySource } from '@easel/contracts/earnings/profits.http';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';

interface Earned {
  credits: number;
  dollars: number;
}

/** '12 credits and $1.20', '12 credits', '$1.20'; or 'nothing'. */
export function earnedText({ credits, dollars }: Earned): string {
  const parts = [
    ...(credits === 0 ? [] : [formatCredits(credits)]),
    ...(dollars === 0 ? [] : [formatDollars(dollars)]),
  ];
  return parts.join(' and ') || 'nothing';
}

/** Explains a worth in dollars; undefined if it is dollars only. */
export const creditsNote = (earned: Earned): string | undefined =>
  earned.credits === 0 ? undefined : earnedText(earned);

/** Returns the name of a source, with the rate for downloads. */
export function sourceName({ source, tier }: Pick<EarnedBySource, 'source' | 'tier'>): string {
  if (source === 'curator') return 'Sales as a curator';
  if (source === 'challenges') return 'Challenges';
  if (tier === null) return 'Downloads';
  const rate = formatCredits(tenthsToCredits(earnRateTenths(tier)));
  const share = tier === 'enterprise' ? ` and ${ENTERPRISE_SHARE_PERCENT}% of prices in dollars` : '';
  return `Downloads on the plan ${tierLabel(tier)}: up to ${rate}${share} each`;
}
