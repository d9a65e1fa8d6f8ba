import type { ImageSize } from '@easel/contracts/downloads/policy';
import type { PurchaseMethod } from '@easel/contracts/purchases/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** A purchase, as its buyer's fact tells of it. Sums are tenths of a credit and cents. */
export interface Sold {
  sellerId: string;
  /** Id of the buyer's fact: settles it. */
  key: string;
  buyerId: string;
  purchaseId: string;
  generationId: string;
  variantId: string;
  size: ImageSize;
  method: PurchaseMethod;
  tenths: number;
  /** Of `tenths`, what a paid plan had granted. */
  earningTenths: number;
  cents: number;
  curator: boolean;
  /** ISO, by the log's clock: what it brings rests from then on. */
  at: string;
}

/** What a sale brings its seller, by the plan that the seller has now; once. */
export class AccrueEarnings extends Command<void> {
  constructor(
    readonly sold: Sold,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Gathers what has rested long enough by an instant, a UTC midnight. Answers when to come again where that cannot be yet. */
export class MatureEarnings extends Command<{ again: Date } | undefined> {
  constructor(
    readonly memberId: string,
    readonly at: Date,
    readonly context: CommandContext,
  ) {
    super();
  }
}
