import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** Anything less comes at the end of what is paid for; a better plan is refused with 402 and the `url` to pay for it on. */
export class ChoosePlan extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly tier: SubscribedTier,
    readonly period: BillingPeriod,
    readonly context: CommandContext,
  ) {
    super();
  }
}
