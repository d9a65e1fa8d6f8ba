import type { SubscribedTier } from '../account/policy.ts';
import { planCards, type PlanCard } from '../subscriptions/policy.ts';
import { downloadLimits, imageSizes, type ImageSize } from './policy.ts';

/** Why a size stays behind: the plan ends below it. */
export interface SizeLock {
  /** The largest size that the plan takes home. */
  upTo: ImageSize;
  /** The cheapest plan that takes home the size asked about. */
  plan: PlanCard;
}

const level = (size: ImageSize): number => imageSizes.indexOf(size);

const reaches = (tier: SubscribedTier, size: ImageSize): boolean => level(downloadLimits(tier).maxSize) >= level(size);

/**
 * Of a size that a plan does not take home; undefined where it does. Source: `downloadLimits`, and the prices of
 * `planCards`.
 */
export function sizeLock(tier: SubscribedTier, size: ImageSize): SizeLock | undefined {
  if (reaches(tier, size)) return undefined;
  const plan = planCards.find((card) => reaches(card.tier, size));
  return plan && { upTo: downloadLimits(tier).maxSize, plan };
}
