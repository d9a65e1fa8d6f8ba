import type { SubscribedTier } from '@easel/contracts/account/policy';
import {
  downloadFormats,
  downloadLimits,
  imageSizes,
  type DownloadFormat,
  type ImageSize,
} from '@easel/contracts/downloads/policy';
import type { Purchase } from '@easel/contracts/purchases/http';
import { shortDate } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';

/** For those who cannot see it: 'image bought on Nov 21, 2026, 2K'. */
export const nameOf = ({ purchased_at, size }: Pick<Purchase, 'purchased_at' | 'size'>): string =>
  `image bought on ${shortDate(purchased_at)}, ${size}`;

/** How it was paid for, and how much. */
export function paidText({ method, credits, amount }: Pick<Purchase, 'method' | 'credits' | 'amount'>): string {
  if (method === 'credits') return formatCredits(credits);
  return `${formatDollars(amount)} ${method === 'card' ? 'by card' : 'from your wallet'}`;
}

/** The bought size and every smaller one, the largest first. */
export const sizesOf = (bought: ImageSize): ImageSize[] =>
  imageSizes.slice(0, imageSizes.indexOf(bought) + 1).toReversed();

/** png always, others by the plan. */
export const formatsOf = (tier: SubscribedTier): DownloadFormat[] =>
  downloadFormats.filter((format) => format === 'png' || downloadLimits(tier).formats.includes(format));
