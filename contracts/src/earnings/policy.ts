import type { SubscribedTier } from '../account/policy.ts';
import { defineProblems } from '../kernel/problem.ts';
import type { PurchaseMethod } from '../purchases/policy.ts';

export const earningProblems = defineProblems('earnings', {
  payoutTooSmall: [422, 'The smallest payout is of 10 credits, or of as much in dollars'],
  notEarned: [422, 'Only what you earned and have not spent can be paid out'],
  notRested: [422, 'Some of this cannot be paid out yet: earnings rest in your account first'],
  uncovered: [
    409,
    'This payout has to wait: payments of members who buy from each other here were taken back, and are not made good yet',
  ],
  payoutUnknown: [404, 'Not found'],
  payoutSettled: [409, 'This payout was settled otherwise'],
  needsAnotherAdmin: [409, 'You have confirmed this payout. Another admin has to mark it as paid as well'],
  needsADay: [409, 'You have confirmed this payout. As the only admin, you can mark it as paid 24 hours later'],
});

/** `returned` puts the sum back into the account. */
export const payoutOutcomes = ['paid', 'returned'] as const;
/** A payout is `requested` until it is settled. */
export const payoutStatuses = ['requested', ...payoutOutcomes] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Sources of earnings: downloads at the plan's rate, sales as a curator, shares of challenges. */
export const earningSources = ['downloads', 'curator', 'challenges'] as const;
export type EarningSource = (typeof earningSources)[number];

/** Returns the reference for the bank statement: short, and searchable as the start of the payout's id. */
export const payoutReference = (payoutId: string): string => `PAYOUT-${payoutId.slice(0, 8).toUpperCase()}`;

/** Tenths of a credit per sale, by the seller's tier. Curators get a share instead. spec: rulings "Earn rate". */
const rateTenths: Record<SubscribedTier, number> = {
  free: 5,
  genesis: 5,
  starter: 8,
  creator: 10,
  creator_pro: 10,
  studio: 15,
  studio_enterprise: 15,
  agency: 20,
  agency_unlimited: 20,
  enterprise: 30,
  curator_partner: 0,
};

export const earnRateTenths = (tier: SubscribedTier): number => rateTenths[tier];

/** Percent of the price in dollars, in addition to the credits. spec: rulings "Earn rate". */
export const ENTERPRISE_SHARE_PERCENT = 15;
/** Percent of net, after payment fees. spec: rulings "Curator share". */
export const CURATOR_SHARE_PERCENT = 50;

const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent) / 100);

export interface Sale {
  method: PurchaseMethod;
  /** The price if it was paid in credits, else 0. */
  tenths: number;
  /** Part of `tenths` from the allowance of a paid plan. */
  earningTenths: number;
  /** The price if it was paid in dollars, else 0. */
  cents: number;
  /** Payment fee of `cents`. */
  feeCents: number;
}

/** Fees of a card payment: a part of the sum, and a fixed amount. */
export const FEE_PER_THOUSAND = 29;
export const FEE_EACH_CENTS = 30;

/**
 * Returns the payment fee of a price, in cents, rounded up: 2.9 percent, and 30 cents by card. The wallet was topped up
 * by card, with the 30 cents charged once for the whole sum: a purchase from the wallet bears its 2.9 percent only.
 * Credits have no fee.
 */
export function paymentFeeCents({ method, cents }: { method: PurchaseMethod; cents: number }): number {
  if (cents <= 0 || method === 'credits') return 0;
  return Math.ceil((cents * FEE_PER_THOUSAND) / 1000) + (method === 'card' ? FEE_EACH_CENTS : 0);
}

export interface Earned {
  tenths: number;
  cents: number;
}

/** The most that a sale in credits pays, of the paid credits spent. spec: rulings "Earn rate". */
const CREDITS_CAP_PERCENT = 60;

/**
 * Computes what a sale pays its seller (spec: rulings "Earn rate"). Dollars and paid credits earn, free and bonus
 * credits do not; a price paid from both earns in proportion. A sale in credits pays at most 0.6
 * of the paid ones, one in dollars at most half of net, with its credits at their payout value. The house keeps
 * fractions of a tenth or a cent.
 */
export function earnedBy(sale: Sale, seller: { tier: SubscribedTier; curator: boolean }): Earned {
  const netCents = Math.max(0, sale.cents - sale.feeCents);
  if (seller.curator) return { tenths: 0, cents: percentOf(netCents, CURATOR_SHARE_PERCENT) };
  const rate = earnRateTenths(seller.tier);
  if (sale.method === 'credits') {
    const due = sale.tenths > 0 ? Math.floor((rate * sale.earningTenths) / sale.tenths) : 0;
    return { tenths: Math.min(due, percentOf(sale.earningTenths, CREDITS_CAP_PERCENT)), cents: 0 };
  }
  const share = seller.tier === 'enterprise' ? percentOf(sale.cents, ENTERPRISE_SHARE_PERCENT) : 0;
  // Counted in half cents: half of net is `netCents` of them, and a tenth of a credit pays out one.
  const tenths = Math.min(rate, netCents);
  return { tenths, cents: Math.min(share, Math.floor((netCents - tenths) / 2)) };
}

/** Returns what is wrong with the prices of an image, if some plan's earnings would exceed the caps. */
export function earningFaults(price: { tenths: number; cents: number }): string[] {
  const most = Math.max(...Object.values(rateTenths));
  const feeCents = paymentFeeCents({ method: 'dollars', cents: price.cents });
  const share = percentOf(price.cents, ENTERPRISE_SHARE_PERCENT);
  const leastTenths = Math.ceil((most * 100) / CREDITS_CAP_PERCENT);
  return [
    ...(price.tenths < leastTenths
      ? [
          `must cost ${leastTenths / 10} credits at least: a seller earns ${most / 10}, and no more than 60% of the price`,
        ]
      : []),
    ...(most + 2 * share > price.cents - feeCents
      ? [
          `costs too few dollars: a seller earns ${most / 10} credits and ${ENTERPRISE_SHARE_PERCENT}%, and no more than half of net`,
        ]
      : []),
  ];
}

/** spec: rulings "Earn rate". */
export const EARNINGS_MATURE_MS = 24 * 3_600_000;

export const isMature = (accruedAt: string, at: Date): boolean =>
  Date.parse(accruedAt) + EARNINGS_MATURE_MS <= at.getTime();

/**
 * Returns the UTC midnight at which earnings are settled: the first one after they mature, so that one settlement a day
 * is enough.
 */
export function settlesAt(accruedAt: string): Date {
  const dayMs = 24 * 3_600_000;
  return new Date(Math.ceil((Date.parse(accruedAt) + EARNINGS_MATURE_MS) / dayMs) * dayMs);
}

/** Returns when a seller gets the mail about the sales of a UTC day: the next morning. */
export const salesMailAt = (day: string): Date => new Date(Date.parse(day) + 32 * 3_600_000);

/** The smallest payout. Earned dollars count by their worth in credits. spec: rulings "Earn rate". */
export const PAYOUT_MIN_TENTHS = 100;

/**
 * The payout value of an earned credit (spec: rulings "Earn rate"). A paid credit costs at least 3.33 cents, on a
 * monthly plan that covers two months, and earns 0.6 credits, 3 cents, at most: accounts that sell to each other lose
 * money.
 */
export const PAYOUT_CENTS_PER_CREDIT = 5;

const payoutWorthCents = (tenths: number): number => Math.floor((tenths * PAYOUT_CENTS_PER_CREDIT) / 10);

/** Returns the cents that are paid out for these earnings. */
export const payoutCents = ({ tenths, cents }: Earned): number => cents + payoutWorthCents(tenths);

export const isPayable = (wanted: Earned): boolean => payoutCents(wanted) >= payoutWorthCents(PAYOUT_MIN_TENTHS);

/** A payout above it needs a second confirmation before it is paid. spec: rulings "Second confirmation". */
export const PAYOUT_CONFIRMED_ONCE_MAX_CENTS = 100_000;
/** How long the only active admin waits before confirming a second time. */
export const CONFIRMED_ALONE_AFTER_MS = 24 * 3_600_000;

/** An IBAN has 34 characters at most; people write it with spaces. */
export const IBAN_TYPED_MAX = 60;
/** Characters that banks accept in the name of an account holder. */
export const ACCOUNT_HOLDER_MAX = 70;

/** Days before earnings can be paid out (spec: rulings "Earn rate"); tests set others by `PAYOUT_REST_DAYS`. */
export const PAYOUT_REST_DAYS = 14;

/** Whether earnings settled on a UTC day can be paid out after this many days of rest. */
export const hasRested = (day: string, restDays: number, at: Date): boolean => restsUntil(day, restDays) <= at;

/** Returns the instant from which they can be paid out. */
export const restsUntil = (day: string, restDays: number): Date =>
  new Date(Date.parse(day) + restDays * 24 * 3_600_000);
