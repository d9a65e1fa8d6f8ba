import type { Tier } from '@easel/contracts/account/policy';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { ImageTerms } from './purchases.decider.ts';
import type { PlansSeen } from '@easel/contracts/subscriptions/seen-plans.policy';

export type { ImageTerms } from './purchases.decider.ts';

/** Sums are tenths of a credit. */
export class GrantCredits extends Command<{ availableTenths: number }> {
  constructor(
    readonly memberId: string,
    readonly tenths: number,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What one generation costs: `tenths` of a credit for so many `images`. */
export interface Charge {
  generationId: string;
  /** Of what was asked for: an identical one in progress is refused by it. */
  fingerprint: string;
  tenths: number;
  images: number;
}

/** All of them or none; refused with 402, 403 or 409. Answers what is left to spend, and the member's tier. */
export class HoldCredits extends Command<{ availableTenths: number; tier: Tier }> {
  constructor(
    readonly memberId: string,
    readonly charges: readonly Charge[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What is to be given back of a plan's payment, in cents, because another plan has begun. */
export interface Rest {
  source: string;
  paymentId: string;
  cents: number;
}

/** Brings the account to what was seen at the card service. Answers whether it stood so already: else look again. */
export class FollowPlans extends Command<{ agreed: boolean; rests: readonly Rest[] }> {
  constructor(
    readonly memberId: string,
    readonly seen: PlansSeen,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Buys an image in a size, once. Answers the purchase by which it may be had: an earlier one where there is one. Refused with 402, 403, 409 or 422. */
export class PurchaseImage extends Command<{ purchaseId: string }> {
  constructor(
    readonly memberId: string,
    readonly terms: ImageTerms,
    /** The price that the buyer was shown, in tenths or in cents by the method. */
    readonly shown: number | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Of what was earned; tenths of a credit and cents. Answers the cents that are to be paid. Refused with 409 or 422. */
export class RequestPayout extends Command<{ payoutCents: number }> {
  constructor(
    readonly memberId: string,
    readonly payout: { payoutId: string; tenths: number; cents: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What came of a payout. Refused with 404 where it was not asked for, 409 where something else came of it. */
export class SettlePayout extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly payout: { payoutId: string; outcome: 'paid' | 'returned'; reason: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}
