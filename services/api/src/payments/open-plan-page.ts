import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Checkouts } from './checkouts.ts';
import { StripeGateway } from './stripe.gateway.ts';

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

@CommandHandler(OpenPlanPage)
export class OpenPlanPageHandler implements ICommandHandler<OpenPlanPage> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
  ) {}

  execute({ memberId, tier, period, context }: OpenPlanPage): Promise<{ url: string }> {
    return this.checkouts.attempt(async () => {
      const checkout = await this.checkouts.of(memberId, 'plan', context);
      const url = await this.gateway.openPlan(checkout, tier, period);
      await this.gateway.closeOpenPlanPages(checkout.customer, url);
      return { url };
    });
  }
}
