import { z } from 'zod';
import { challengeKinds } from '../competitions/kinds.ts';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { payoutOutcomes } from '../earnings/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { purchaseMethods } from '../purchases/policy.ts';
import { billingPeriods, subscriptionStatuses } from '../subscriptions/policy.ts';
import { subscribedTiers } from './policy.ts';

const tenths = z.int().positive();
const cents = z.int().positive();
const some = z.int().nonnegative();
const instant = z.iso.datetime();
const month = z.string().regex(/^\d{4}-\d{2}$/);
/** By the hash of its bytes. */
const file = z.object({ blob: z.string(), width: z.int().positive(), height: z.int().positive() });
/** How a sum divides over the two buckets: the allowance is spent first. */
const split = { allowanceTenths: some, permanentTenths: some };

/** The sale, and which change of its cover it is about: both settle it. */
const saleTurn = { purchaseId: z.uuid(), turn: z.int().positive() };

export const grantReasons = ['allowance', 'referral', 'prize', 'earning', 'adjustment', 'reinstatement'] as const;
export const releaseReasons = ['failed', 'cancelled', 'abandoned'] as const;
export const revokeReasons = ['adjustment', 'refund', 'dispute'] as const;
export const subscriptionReasons = [
  'purchase',
  'renewal',
  'downgrade',
  'cancellation',
  'reversal',
  'operator',
] as const;
export const disputeOutcomes = ['frozen', 'released', 'lost'] as const;
/** One that failed in the end has brought its money back. */
export const refundOutcomes = ['made', 'failed'] as const;
/** From what a debt in credits is paid. */
export const debtSources = ['allowance', 'wallet'] as const;

/** Facts of `account-{memberId}`, a hash chain. Sums are tenths of a credit and cents of a dollar. */
export const accountFacts = {
  CreditsGranted: {
    version: 2,
    data: z.object({
      memberId: z.uuid(),
      bucket: z.enum(['allowance', 'permanent']),
      tenths,
      reason: z.enum(grantReasons),
      /** Settles the grant: a repeat of the key grants nothing. */
      key: z.string(),
      /** The UTC month of an allowance; of permanent ones the month whose debt is lifted by them. */
      month: month.nullable(),
      /** The payment that entitles to it; null for what nobody paid for. */
      paymentId: z.string().nullable(),
      note: z.string().nullable(),
    }),
    upcast: { 1: (old: object) => ({ ...old, paymentId: null }) },
  },
  CreditsExpired: { version: 1, data: z.object({ memberId: z.uuid(), tenths, month }) },
  CreditsHeld: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      generationId: z.uuid(),
      /** Of the request, keyed per member: an identical one in progress is refused by it. */
      fingerprint: z.string(),
      tenths,
      ...split,
      images: z.int().positive(),
      month,
    }),
  },
  CreditsCaptured: { version: 1, data: z.object({ memberId: z.uuid(), generationId: z.uuid(), tenths, ...split }) },
  CreditsReleased: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      generationId: z.uuid(),
      tenths,
      ...split,
      reason: z.enum(releaseReasons),
    }),
  },
  /**
   * Credits taken back. Where their payment went back: what is left of a month's allowance goes, and what was spent of
   * it is owed, which may leave the permanent bucket below zero.
   */
  CreditsRevoked: {
    version: 2,
    data: z.object({
      memberId: z.uuid(),
      key: z.string(),
      tenths,
      ...split,
      reason: z.enum(revokeReasons),
      /** Whose allowance it was, and the payment that entitles to it no longer; null where no payment went back. */
      month: month.nullable(),
      paymentId: z.string().nullable(),
      note: z.string().nullable(),
    }),
    upcast: { 1: (old: object) => ({ ...old, month: null, paymentId: null }) },
  },
  /** A debt in credits is paid: by an allowance as soon as it is granted, or by its owner in cents of the wallet. */
  DebtRepaid: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it. */
      key: z.string(),
      tenths,
      by: z.enum(debtSources),
      cents: some,
    }),
  },
  /** A period of a plan is paid for. */
  PlanPaid: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it. */
      paymentId: z.string(),
      /** The subscription at the card service. */
      source: z.string(),
      tier: z.enum(subscribedTiers),
      period: z.enum(billingPeriods),
      cents,
      from: instant,
      until: instant,
      paidAt: instant,
      /**
       * False if Stripe, called with a live key, reports a test payment: no money moved. Absent with a test key, with
       * the stand-in and in older events, all of which count as revenue.
       */
      livemode: z.optional(z.boolean()),
      /** The running UTC month, where its allowance passes from the plan before to this payment. */
      month: month.nullable(),
    }),
  },
  PlanRefunded: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it, with its outcome. */
      refundId: z.string(),
      paymentId: z.string(),
      cents,
      outcome: z.enum(refundOutcomes),
      reason: z.string().nullable(),
      /** As in `PlanPaid`, of the payment. */
      livemode: z.optional(z.boolean()),
    }),
  },
  /** `frozen` and `lost` count as taken back, `released` counts as paid again. */
  PlanDisputed: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it, with its outcome. */
      disputeId: z.string(),
      paymentId: z.string(),
      cents,
      outcome: z.enum(disputeOutcomes),
      reason: z.string().nullable(),
      /** As in `PlanPaid`, of the payment. */
      livemode: z.optional(z.boolean()),
    }),
  },
  /**
   * The whole subscription as it stands afterwards: as it was, where the payment of another was taken back. What a
   * better plan adds follows as CreditsGranted.
   */
  SubscriptionChanged: {
    version: 2,
    data: z.object({
      memberId: z.uuid(),
      key: z.string(),
      tier: z.enum(subscribedTiers),
      status: z.enum(subscriptionStatuses),
      period: z.enum(billingPeriods).nullable(),
      /** From then on it counts as free; null where it has no end. */
      endDate: instant.nullable(),
      /** What is to be paid for from then on, where that is another plan. */
      next: z.object({ tier: z.enum(subscribedTiers), period: z.enum(billingPeriods) }).nullable(),
      reason: z.enum(subscriptionReasons),
      /** What brought it about, by its name there: a subscription at the card service, a note of an operator. */
      source: z.string().nullable(),
      /** When it came about there: what is older than the newest one is told too late. */
      effectiveAt: instant,
    }),
    upcast: { 1: (old: object) => ({ ...old, next: null }) },
  },
  WalletToppedUp: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it. */
      paymentId: z.string(),
      sessionId: z.string().nullable(),
      /** What was paid. */
      cents,
      /** What the wallet gained: less where a refund had come before its payment. */
      creditedCents: some,
      /** As in `PlanPaid`. */
      livemode: z.optional(z.boolean()),
    }),
  },
  WalletRefunded: {
    version: 2,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it, with its outcome. */
      refundId: z.string(),
      paymentId: z.string(),
      cents,
      /**
       * What the wallet lost: nothing where the payment has not come yet, for it will bring that much less. Of one that
       * failed, what came back of it.
       */
      debitedCents: some,
      outcome: z.enum(refundOutcomes),
      reason: z.string().nullable(),
      /** Purchases by card that it is of; absent where it names none. */
      purchaseIds: z.optional(z.array(z.uuid())),
      /** The order whose payment it is of; absent where it is of none, and in older events. */
      orderId: z.optional(z.uuid()),
      /** As in `PlanPaid`, of the payment. */
      livemode: z.optional(z.boolean()),
    }),
    upcast: { 1: (old: object) => ({ ...old, outcome: 'made' }) },
  },
  /** `frozen` takes the sum out of what can be spent, `released` brings it back, `lost` gives it up. */
  WalletDisputed: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      disputeId: z.string(),
      paymentId: z.string(),
      /** What moved in the wallet: nothing where a card paid for an order. */
      cents: some,
      /** What the card lost of such a payment; absent in older events. */
      cardCents: z.optional(cents),
      outcome: z.enum(disputeOutcomes),
      reason: z.string().nullable(),
      /** As in `PlanPaid`, of the payment. */
      livemode: z.optional(z.boolean()),
    }),
  },
  /** The image in this size, and every smaller one, may be had from now on. */
  ImagePurchased: {
    version: 2,
    data: z.object({
      memberId: z.uuid(),
      purchaseId: z.uuid(),
      generationId: z.uuid(),
      variantId: z.uuid(),
      sellerId: z.uuid(),
      size: z.enum(imageSizes),
      method: z.enum(purchaseMethods),
      /** Of the card that paid for it; null where it was paid from the account. */
      paymentId: z.string().nullable(),
      /** Of the price list that set the price. */
      priceVersion: z.int().positive(),
      /** Paid in credits; 0 where it was paid in dollars. */
      tenths: some,
      ...split,
      /** Of `tenths`, what a paid plan had granted: the part that the seller earns by. */
      earningTenths: some,
      /** Paid in dollars, from the wallet or by card; 0 where it was paid in credits. */
      cents: some,
      curator: z.boolean(),
      /** The buyer's, at that time. */
      tier: z.enum(subscribedTiers),
      /** What was bought, so that it stays the buyer's whatever becomes of its generation. */
      image: z.object({
        original: file,
        preview: file,
        thumbnail: file,
        thumbhash: z.string(),
      }),
      purchasedAt: instant,
    }),
    upcast: { 1: (old: object) => ({ ...old, paymentId: null }) },
  },
  /** A card paid for the printed products of an order and their delivery; its pictures are purchases of their own. */
  PrintsPurchased: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it. */
      orderId: z.uuid(),
      paymentId: z.string(),
      cents,
      purchasedAt: instant,
    }),
  },
  /** Whether what paid for a purchase is still there: while it is not, the purchase brings its seller nothing. */
  PurchaseCoverChanged: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      purchaseId: z.uuid(),
      sellerId: z.uuid(),
      covered: z.boolean(),
      /** Counts the changes of this purchase, from 1: `covered` turns with each. */
      turn: z.int().positive(),
    }),
  },
  DownloadGranted: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Of the quote: settles it. */
      key: z.string(),
      /** Of the call that used the quote: its repeat is answered, any other is refused. */
      requestKey: z.string(),
      generationId: z.uuid(),
      variantId: z.uuid(),
      size: z.enum(imageSizes),
      format: z.enum(downloadFormats),
      /** One's own are free and not counted. */
      own: z.boolean(),
      /** In which it counts. */
      month,
    }),
  },
  /** What the sales of a day or more brought; both sums may be spent or paid out. */
  EarningsSettled: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** The UTC day: settles it. */
      day: z.iso.date(),
      tenths: some,
      cents: some,
      sales: z.int().positive(),
    }),
  },
  /**
   * What a challenge brought, once its winners are announced: shares of what the entries' products sold for, and a
   * prize. It may be spent at once, and be paid out after its rest; no refund takes it back.
   */
  ChallengeShareGranted: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it. */
      competitionId: z.uuid(),
      kind: z.enum(challengeKinds),
      month,
      /** The UTC day of the announcement, from which it rests. */
      day: z.iso.date(),
      /** `shareCents` and `prizeCents` together. */
      cents,
      shareCents: some,
      prizeCents: some,
      entries: z.array(z.object({ entryId: z.uuid(), generationId: z.uuid(), cents: some })),
    }),
  },
  /** What settled sales had brought goes back: the money for them was taken back. It may leave less than nothing. */
  EarningsRevoked: { version: 1, data: z.object({ memberId: z.uuid(), ...saleTurn, tenths: some, cents: some }) },
  /** The part of it that had been paid out: the house bears it until the seller earns or pays it. */
  BadDebtBooked: { version: 1, data: z.object({ memberId: z.uuid(), ...saleTurn, tenths: some, cents: some }) },
  /** The money for a sale came back, and with it what was revoked. */
  EarningsReturned: { version: 1, data: z.object({ memberId: z.uuid(), ...saleTurn, tenths: some, cents: some }) },
  PayoutRequested: {
    version: 2,
    data: z.object({
      memberId: z.uuid(),
      /** Settles it. */
      payoutId: z.uuid(),
      tenths: some,
      cents: some,
      /** What is to be paid for both. */
      payoutCents: cents,
      /** Where it is to be paid, without spaces. Both are empty in older events. */
      iban: z.string(),
      accountHolder: z.string(),
    }),
    upcast: { 1: (old: object) => ({ ...old, iban: '', accountHolder: '' }) },
    sealed: { subject: 'memberId', fields: ['iban', 'accountHolder'] },
  },
  /** An admin confirmed that a large payout is to be paid; a second confirmation settles it. */
  PayoutConfirmed: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      payoutId: z.uuid(),
      /** Settles it. */
      key: z.string(),
      operatorId: z.string(),
      reason: z.string().nullable(),
      confirmedAt: instant,
    }),
  },
  /** `returned` brings both sums back. */
  PayoutSettled: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      payoutId: z.uuid(),
      tenths: some,
      cents: some,
      outcome: z.enum(payoutOutcomes),
      reason: z.string().nullable(),
    }),
  },
} satisfies FactCatalogue;

export type AccountFact = FactsOf<typeof accountFacts>;
