import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';

/** Opens a page to pay into the wallet on. 503 without a card service. */
export class OpenTopUp extends Command<{ url: string }> {
  constructor(
    readonly memberId: string,
    readonly cents: number,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * A better plan: the page to pay for it on, or none where the time that is left of the running period was paid for
 * already, so that the plan is back.
 */
export class WantPlan extends Command<{ url: string | undefined }> {
  constructor(
    readonly memberId: string,
    readonly tier: SubscribedTier,
    readonly period: BillingPeriod,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Sees to it that no more than a lesser plan is charged from the next period on; `free` is charged nothing. */
export class ChargeLess extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly tier: SubscribedTier,
  ) {
    super();
  }
}

/** Opens the card service's page for cards, invoices and cancelling. */
export class OpenBillingPortal extends Command<{ url: string }> {
  constructor(readonly memberId: string) {
    super();
  }
}
