import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
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

/** Brings the account to what stands at the card service now. 503 where that cannot be asked. */
export class LookAtPlans extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Opens a page to pay for a plan on, which begins when it is paid. 503 without a card service. */
export class OpenPlanPage extends Command<{ url: string }> {
  constructor(
    readonly memberId: string,
    readonly tier: SubscribedTier,
    readonly period: BillingPeriod,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What comes when the period that is paid for ends: another plan, none, or the same again. */
export type AfterPeriod = { tier: SubscribedTier; period: BillingPeriod } | 'nothing' | 'the same';

/** Settles what comes after the running period; the account knows when this resolves. 409 where no plan goes on by itself. */
export class SettleNextPeriod extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly next: AfterPeriod,
    readonly context: CommandContext,
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
