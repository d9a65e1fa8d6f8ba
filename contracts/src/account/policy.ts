/** Tiers and what they grant. Ruled figures (credits a month, monthly generations). */
export const tiers = [
  'free',
  'genesis',
  'starter',
  'creator',
  'creator_pro',
  'studio',
  'studio_enterprise',
  'agency',
  'agency_unlimited',
  'enterprise',
] as const;
export type Tier = (typeof tiers)[number];

const monthlyCredits: Record<Tier, number> = {
  free: 50,
  genesis: 50,
  starter: 150,
  creator: 300,
  creator_pro: 300,
  studio: 600,
  studio_enterprise: 600,
  agency: 1200,
  agency_unlimited: 1200,
  enterprise: 3000,
};

/** Unknown tiers are treated as free. */
export const tierOf = (name: string): Tier => ((tiers as readonly string[]).includes(name) ? (name as Tier) : 'free');

/** Tenths of a credit granted on the first of each UTC month. */
export const allowanceTenths = (tier: Tier): number => monthlyCredits[tier] * 10;

/** Images a month, or null where there is no limit: the larger of 50 and a fifth of the allowance. */
export const monthlyImageLimit = (tier: Tier): number | null =>
  tier === 'studio_enterprise' || tier === 'agency_unlimited' ? null : Math.max(50, monthlyCredits[tier] / 5);

/** The UTC month of an instant, `2026-11`. */
export const utcMonth = (at: Date): string => at.toISOString().slice(0, 7);

/** Ruled: permanent credits for each side, once, when the invited member has verified the email address. */
export const REFERRAL_CREDITS = 25;
