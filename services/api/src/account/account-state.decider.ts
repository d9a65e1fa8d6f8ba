import type { AccountFact } from '@easel/contracts/account/events';
import { owingProblem } from '@easel/contracts/account/http';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { PlanPayment } from '@easel/contracts/subscriptions/entitlement.policy';
import { freeSubscription, type BillingPeriod, type Subscription } from '@easel/contracts/subscriptions/policy';

export type DataOf<Type extends AccountFact['type']> = Extract<AccountFact, { type: Type }>['data'];

export interface Hold {
  tenths: number;
  allowanceTenths: number;
  permanentTenths: number;
  /** Of `permanentTenths`, what had been earned. */
  earnedTenths: number;
  images: number;
  month: string;
  fingerprint: string;
}

/** What was bought: it may be had whatever becomes of its generation. */
export type Purchase = Pick<
  DataOf<'ImagePurchased'>,
  'generationId' | 'variantId' | 'sellerId' | 'size' | 'image' | 'method' | 'paymentId' | 'cents' | 'earningTenths'
> & {
  /** In whose allowance it was bought. */
  month: string;
  /** How often what paid for it went or came back: while that is gone, it is odd. */
  turn: number;
};

/** A period of a plan that was paid for. */
export interface PaidPeriod extends PlanPayment {
  /** The subscription at the card service. */
  source: string;
  period: BillingPeriod;
}

/** What became of a month's allowance: what is neither expired nor revoked is spent or left. */
export interface OpenedMonth {
  /** That entitles to it; null where nobody paid for it. */
  paymentId: string | null;
  grantedTenths: number;
  expiredTenths: number;
  revokedTenths: number;
  /** Of `revokedTenths`, what was spent already and is owed, or was paid since. */
  owedTenths: number;
}

/** A member's credits, dollars and rights. Sums are tenths of a credit and cents of a dollar; the two never meet. */
export interface Account {
  /** What the account counts as: in a fold what was subscribed to last, in `asOf` what is in force. */
  tier: SubscribedTier;
  subscription: Subscription & {
    source: string | null;
    effectiveAt: string;
    /** What is to be paid for from its end on, where that is another plan. */
    next: { tier: SubscribedTier; period: BillingPeriod } | null;
  };
  /** What was paid for plans, by payment. */
  payments: Record<string, PaidPeriod>;
  /** Those whose allowance was granted, by UTC month. */
  months: Record<string, OpenedMonth>;
  /** The UTC month whose allowance was granted last; it never goes backwards. */
  month: string;
  /** Granted for `month` and not taken back: a better plan adds what is missing. */
  monthAllowanceTenths: number;
  /** What is left to spend in each bucket; what is held has left it already. */
  allowanceTenths: number;
  /** Below zero only where what was spent is owed: its payment went back. */
  permanentTenths: number;
  /** Of `permanentTenths`, what may be paid out; it is spent last. */
  earnedTenths: number;
  heldTenths: number;
  /** By generation. */
  holds: Record<string, Hold>;
  /** Images held or made in `month`. */
  imagesThisMonth: number;
  /** Images made and paid for since the beginning. */
  imagesMade: number;
  /** Spent for good, on images made or bought. */
  capturedThisMonthTenths: number;
  /** Of other members' images. */
  downloadsThisMonth: number;
  /** The wallet; below zero only where a bank took back what was spent. */
  cents: number;
  /** What was paid into the wallet, and neither refunded nor held back or taken by a bank. */
  keptCents: number;
  /** Of `cents`, what may be paid out; it is spent last. */
  earnedCents: number;
  frozenCents: number;
  /**
   * Refunds of payments that were not paid into the wallet, or not yet, by payment and id, without those that failed.
   * `purchaseIds` are the purchases by card that a refund names.
   */
  awaited: Record<string, Record<string, { cents: number; purchaseIds: readonly string[] }>>;
  /** Those that are open. */
  disputes: Record<string, { cents: number; earnedCents: number }>;
  /** By id. */
  purchases: Record<string, Purchase>;
  /** Purchase ids by variant and size. */
  bought: Record<string, Partial<Record<ImageSize, string>>>;
  /** Of each quote that was used, the call that used it. */
  quotes: Record<string, string>;
  /** What a card paid for printed products and their delivery, by payment. */
  prints: Record<string, { orderId: string; cents: number }>;
  /** Those of purchases by card that are not won, with what the card lost of the payment. */
  cardDisputes: Record<string, { paymentId: string; cents: number }>;
  /** What each day's settlement brought: it rests before it can be paid out. */
  settlements: { day: string; tenths: number; cents: number }[];
  /** What challenges have brought for good, in cents: the house owes it whatever becomes of the orders. */
  challengeCents: number;
  /** What sales have brought for good: tenths of a credit. A debt of theirs is not earned again by free credits. */
  broughtTenths: number;
  /** Asked for and not returned, since the beginning. */
  paidOut: { tenths: number; cents: number; payoutCents: number };
  /** Earnings that were taken back after their payout, and have not come back. */
  badDebt: { tenths: number; cents: number };
  /** Those that are open. */
  payouts: Record<string, { tenths: number; cents: number }>;
  /** First confirmations of large ones that are open, by payout. */
  confirmations: Record<string, { operatorId: string; confirmedAt: string }>;
  /** Every key that was settled, with the revision that settled it: a repeat is a no-op. */
  settled: Record<string, number>;
  /** Of the next fact. */
  nextRevision: number;
}

export const newAccount = (): Account => ({
  tier: 'free',
  subscription: { ...freeSubscription, source: null, effectiveAt: '', next: null },
  payments: {},
  months: {},
  month: '',
  monthAllowanceTenths: 0,
  allowanceTenths: 0,
  permanentTenths: 0,
  earnedTenths: 0,
  heldTenths: 0,
  holds: {},
  imagesThisMonth: 0,
  imagesMade: 0,
  capturedThisMonthTenths: 0,
  downloadsThisMonth: 0,
  cents: 0,
  keptCents: 0,
  earnedCents: 0,
  frozenCents: 0,
  awaited: {},
  disputes: {},
  purchases: {},
  bought: {},
  quotes: {},
  prints: {},
  cardDisputes: {},
  settlements: [],
  challengeCents: 0,
  broughtTenths: 0,
  paidOut: { tenths: 0, cents: 0, payoutCents: 0 },
  badDebt: { tenths: 0, cents: 0 },
  payouts: {},
  confirmations: {},
  settled: {},
  nextRevision: 0,
});

/** What settles each kind of command; a grant's own key settles it. */
export const settledBy = {
  grant: (key: string): string => key,
  hold: (generationId: string): string => `hold:${generationId}`,
  end: (generationId: string): string => `end:${generationId}`,
  revocation: (key: string): string => `revocation:${key}`,
  subscription: (key: string): string => `subscription:${key}`,
  payment: (paymentId: string): string => `payment:${paymentId}`,
  refund: (refundId: string): string => `refund:${refundId}`,
  refundFailure: (refundId: string): string => `refund-failure:${refundId}`,
  debt: (key: string): string => `debt:${key}`,
  dispute: (disputeId: string): string => `dispute:${disputeId}`,
  disputeEnd: (disputeId: string): string => `dispute-end:${disputeId}`,
  purchase: (variantId: string, size: ImageSize): string => `purchase:${variantId}:${size}`,
  prints: (orderId: string): string => `prints:${orderId}`,
  download: (key: string): string => `download:${key}`,
  turn: (purchaseId: string, turn: number): string => `turn:${purchaseId}:${turn}`,
  earnings: (day: string): string => `earnings:${day}`,
  challengeShare: (competitionId: string): string => `challenge-share:${competitionId}`,
  payout: (payoutId: string): string => `payout:${payoutId}`,
  confirmation: (key: string): string => `payout-confirmation:${key}`,
  payoutEnd: (payoutId: string, outcome: string): string => `payout-${outcome}:${payoutId}`,
} as const;

export const isSettled = (account: Account, key: string): boolean => Object.hasOwn(account.settled, key);

/** Notes the key that the fact being folded settles. */
export const settle = (account: Account, key: string): void => {
  account.settled[key] = account.nextRevision;
};

/** Whether a dispute of any payment, for the wallet, an image or a plan, is open. */
export const isDisputed = ({ settled }: Account): boolean => {
  const begins = settledBy.dispute('');
  return Object.keys(settled).some(
    (key) => key.startsWith(begins) && !Object.hasOwn(settled, settledBy.disputeEnd(key.slice(begins.length))),
  );
};

export const availableTenths = (account: Account): number => account.allowanceTenths + account.permanentTenths;

/**
 * What an account owes, in tenths of a credit and in cents: then it spends nothing. Undefined where it owes nothing.
 */
export function owing({ permanentTenths, cents }: Account): { tenths: number; cents: number } | undefined {
  if (permanentTenths >= 0 && cents >= 0) return undefined;
  return { tenths: Math.max(0, -permanentTenths), cents: Math.max(0, -cents) };
}

/** Throws where something is owed: nothing is made, bought, taken home or paid out then. */
export function refuseOwing(account: Account): void {
  const debt = owing(account);
  if (debt) throw new Refused(owingProblem(debt));
}

/** The purchase by which a size may be had: of that size, or of a larger one, which is made smaller for nothing. */
export function boughtAs({ bought }: Pick<Account, 'bought'>, variantId: string, size: ImageSize): string | undefined {
  const sizes = bought[variantId] ?? {};
  return imageSizes
    .slice(imageSizes.indexOf(size))
    .map((larger) => sizes[larger])
    .find((purchaseId) => purchaseId !== undefined);
}

/** Takes from the permanent bucket and answers how much of it had been earned: that goes last. */
export function takePermanent(account: Account, tenths: number): number {
  account.permanentTenths -= tenths;
  const earned = Math.min(account.earnedTenths, Math.max(0, account.permanentTenths));
  const taken = account.earnedTenths - earned;
  account.earnedTenths = earned;
  return taken;
}

/** What pays a debt first can no longer be paid out. */
export function putPermanent(account: Account, tenths: number, earned: number): void {
  account.permanentTenths += tenths;
  account.earnedTenths = Math.min(account.earnedTenths + earned, Math.max(0, account.permanentTenths));
}

/** As `takePermanent`, in the wallet. */
export function takeCents(account: Account, cents: number): number {
  account.cents -= cents;
  const earned = Math.min(account.earnedCents, Math.max(0, account.cents));
  const taken = account.earnedCents - earned;
  account.earnedCents = earned;
  return taken;
}

export function putCents(account: Account, cents: number, earned: number): void {
  account.cents += cents;
  account.earnedCents = Math.min(account.earnedCents + earned, Math.max(0, account.cents));
}
