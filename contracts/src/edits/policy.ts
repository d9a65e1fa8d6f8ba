import type { SubscribedTier } from '../account/policy.ts';

/** What is done to an image that there is already: its price, and how long what came of it is kept. */

export const cutoutMethods = ['in-house', 'premium'] as const;
export type CutoutMethod = (typeof cutoutMethods)[number];

/** Curator partners pay the in-house price for either. spec: rulings "Background removal". */
const cutoutCredits: Record<CutoutMethod, number> = { 'in-house': 5, premium: 15 };

/** What removing a background costs, in tenths of a credit. Open to every tier. */
export const cutoutTenths = (tier: SubscribedTier, method: CutoutMethod): number =>
  cutoutCredits[tier === 'curator_partner' ? 'in-house' : method] * 10;

export interface UpscaleTerms {
  tenths: number;
  /** For how long what came of it is kept. */
  keptDays: number;
}

const studioTerms: UpscaleTerms = { tenths: 200, keptDays: 7 };
const agencyTerms: UpscaleTerms = { tenths: 40, keptDays: 14 };

/** Tiers that are absent are refused. spec: rulings "Upscale from 4K to 8K". */
const terms: Readonly<Partial<Record<SubscribedTier, UpscaleTerms>>> = {
  studio: studioTerms,
  studio_enterprise: studioTerms,
  agency: agencyTerms,
  agency_unlimited: agencyTerms,
  enterprise: agencyTerms,
  curator_partner: agencyTerms,
};

/** Undefined where the tier may not upscale to 8K. */
export const upscaleTerms = (tier: SubscribedTier): UpscaleTerms | undefined => terms[tier];
