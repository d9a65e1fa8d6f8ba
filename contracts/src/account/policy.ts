/** Tiers and what they grant. spec: rulings "Credits a month", "Monthly generations". */
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

/**
 * What can be subscribed to: the tiers, and the Curator Partner plan, which has a tier's rights and an allowance of its
 * own.
 */
export const subscribedTiers = [...tiers, 'curator_partner'] as const;
export type SubscribedTier = (typeof subscribedTiers)[number];

const monthlyCredits: Record<SubscribedTier, number> = {
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
  curator_partner: 10_000,
};

/** Maps a name to the tier whose rights it has, by default free. spec: rulings "Download limits of other tiers". */
export const tierOf = (name: string): Tier => rightsOf(subscribedTierOf(name));

/** Unknown names are treated as free. */
export const subscribedTierOf = (name: string): SubscribedTier =>
  subscribedTiers.find((subscribed) => subscribed === name) ?? 'free';

/** The tier whose limits hold for what was subscribed to. */
export const rightsOf = (subscribed: SubscribedTier): Tier =>
  subscribed === 'curator_partner' ? 'agency' : subscribed;

/** Tenths of a credit granted on the first of each UTC month. */
export const allowanceTenths = (tier: SubscribedTier): number => monthlyCredits[tier] * 10;

/** Images a month, or null where there is no limit: the larger of 50 and a fifth of the allowance. */
export const monthlyImageLimit = (tier: SubscribedTier): number | null =>
  tier === 'studio_enterprise' || tier === 'agency_unlimited' ? null : Math.max(50, monthlyCredits[tier] / 5);

/** spec: rulings "Price of an image in dollars". */
export const CENTS_PER_CREDIT = 15;

/** What so many tenths of a credit are worth, in whole cents. */
export const worthCents = (tenths: number): number => Math.floor((tenths * CENTS_PER_CREDIT) / 10);

/** What so many tenths of a credit that are owed cost, in whole cents. */
export const debtCents = (tenths: number): number => Math.ceil((tenths * CENTS_PER_CREDIT) / 10);

/** The UTC month of an instant, `2026-11`. */
export const utcMonth = (at: Date): string => at.toISOString().slice(0, 7);

/** The UTC day of an instant, `2026-11-30`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The first instant of a UTC month. */
export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/** 'October 2026', of a UTC month. */
export const monthName = (month: string): string =>
  monthStart(month).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Permanent credits for each side, once: for the invited member when the email address is verified, for the inviter
 * when the invited member's first image is completed. spec: rulings "Referral reward", "Referral limits".
 */
export const REFERRAL_CREDITS = 25;
export const REFERRALS_A_MONTH = 20;
