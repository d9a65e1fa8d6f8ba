import type { SubscribedTier } from '@easel/contracts/account/policy';
import { imageSizes, sizedPx, sizeProblem, type ImageSize } from '@easel/contracts/downloads/policy';
import { sizeLock, type SizeLock } from '@easel/contracts/downloads/size-lock.policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { curatorOfferOf, offerOf, type PriceList } from '@easel/contracts/prices/policy';
import type { PayingMethod } from './buying.ts';

/** An image as it would be sold in one size. */
export interface SizeOffer {
  size: ImageSize;
  width: number;
  height: number;
  /** Null where only dollars buy it. */
  credits: number | null;
  dollars: number;
  /** `too-small`: no plan has it; else the plan that would be needed. */
  hindrance: 'too-small' | SizeLock | null;
}

interface Sale {
  image: { width: number; height: number };
  original: ImageSize;
  tier: SubscribedTier;
  prices: PriceList;
  /** What its curator asks, in dollars; null where it is no curator's. */
  curatorDollars: Readonly<Record<ImageSize, number>> | null;
}

/** The plan without a limit of its own, to tell what a better plan would bring from what no plan does. */
const BOUNDLESS: SubscribedTier = 'enterprise';

export const offersOf = ({ image, original, tier, prices, curatorDollars }: Sale): SizeOffer[] =>
  imageSizes.map((size) => {
    const { tenths, cents } = curatorDollars
      ? curatorOfferOf(prices, size, { [size]: Math.round(curatorDollars[size] * 100) })
      : offerOf(prices, size);
    return {
      size,
      ...sizedPx(size, { ...image, original }),
      credits: tenths === null ? null : tenthsToCredits(tenths),
      dollars: centsToDollars(cents),
      hindrance: sizeProblem({ tier: BOUNDLESS, original, size }) ? 'too-small' : (sizeLock(tier, size) ?? null),
    };
  });

/** What is chosen at first: the size it was made in, or the nearest below that can be had. */
export function firstChoice(offers: readonly SizeOffer[], original: ImageSize): ImageSize | undefined {
  const upTo = imageSizes.indexOf(original);
  return offers.findLast(({ size, hindrance }) => hindrance === null && imageSizes.indexOf(size) <= upTo)?.size;
}

export const priceIn = (method: PayingMethod, { credits, dollars }: SizeOffer): number | null =>
  method === 'credits' ? credits : dollars;
