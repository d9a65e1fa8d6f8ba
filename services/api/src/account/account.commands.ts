import type { Tier } from '@easel/contracts/account/policy';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { GrantDownload as GrantDownloadCommand, ImageTerms } from './purchases.decider.ts';
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

/** Ends a hold, once. */
export class SettleHold extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly outcome: 'completed' | 'failed' | 'cancelled' | 'abandoned',
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A payment into the wallet that has been made: it is never refused, and counts once. */
export class TopUpWallet extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly payment: { paymentId: string; sessionId: string | null; cents: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Money that went back, in part or whole, or came back because that failed; it may be told of before its payment. */
export class RefundWallet extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly refund: { refundId: string; paymentId: string; cents: number; failed: boolean; reason: string | null },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What a bank says of a payment that its owner disputes. */
export class DisputeWallet extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly dispute: {
      disputeId: string;
      paymentId: string;
      cents: number;
      outcome: 'frozen' | 'released' | 'lost';
      reason: string | null;
    },
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

/** Pays what is owed in credits from the wallet. Refused with 402, or 409 where nothing is owed. */
export class PayDebt extends Command<void> {
  constructor(
    readonly memberId: string,
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

/** A download, as its quote has it. */
export type DownloadWish = Omit<GrantDownloadCommand, 'type' | 'memberId' | 'at'>;

/** Uses a quote, once, and buys the image by it where that is due. Refused with 402, 403, 410 or 422. */
export class GrantDownload extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly wish: DownloadWish,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A side's credits for an invitation that led somewhere; `tenths` of a credit, once for each account and invited member. */
export class GrantReferralCredits extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly invitedId: string,
    readonly tenths: number,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What matured in a member's earnings by a UTC day, once; tenths of a credit and cents. */
export class SettleEarnings extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly matured: { day: string; tenths: number; cents: number; sales: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Money for a settled sale was taken back, or came back; tenths of a credit and cents, once a purchase and turn. */
export class TurnEarnings extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly sale: { purchaseId: string; turn: number; covered: boolean; tenths: number; cents: number },
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

/** Grants what the month gives, where nothing has yet. */
export class OpenMonth extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
