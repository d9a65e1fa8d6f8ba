import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { sizeLock, type SizeLock } from '@easel/contracts/downloads/size-lock.policy';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { createContext, use } from 'react';
import { formatDollars } from '../../lib/dollars.ts';

/** The plan in force of who looks on; undefined until known, and for visitors. */
export const TierContext = createContext<SubscribedTier | undefined>(undefined);

/** Tells of each size why it cannot be taken home; of none as long as the plan is not known. */
export function useSizeLocks(): (size: ImageSize) => SizeLock | undefined {
  const tier = use(TierContext);
  return (size) => tier && sizeLock(tier, size);
}

/** The same words wherever a size is locked: 'Upgrade plan required: Creator, $19.99 a month'. */
export const lockText = ({ plan }: SizeLock): string =>
  `Upgrade plan required: ${plan.name}, ${formatDollars(centsToDollars(plan.monthlyCents))} a month`;
