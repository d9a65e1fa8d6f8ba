import type { SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  isPaid,
  planChargeCents,
  planStep,
  subscriptionProblems,
  type BillingPeriod,
} from '@easel/contracts/subscriptions/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountLookup } from '../account/account.lookup.ts';
import { LookAtPlans } from '../payments/look-at-plans.ts';
import { OpenPlanPage } from '../payments/open-plan-page.ts';
import { SettleNextPeriod } from '../payments/settle-next-period.ts';

/**
 * Anything less comes at the end of what is paid for; a better plan is refused with 402 and the `url` to pay for it on.
 */
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

@CommandHandler(ChoosePlan)
export class ChoosePlanHandler implements ICommandHandler<ChoosePlan> {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
  ) {}

  async execute({ memberId, tier, period, context }: ChoosePlan): Promise<void> {
    if (tier !== 'free' && planChargeCents(tier, period) === undefined) {
      throw new Refused(subscriptionProblems.notSold);
    }
    // What was paid or taken back, and has not been told yet, decides with.
    await this.commands.execute(new LookAtPlans(memberId, context));
    const { tier: present, subscription } = await this.accounts.of(memberId);
    const { period: rhythm, status, next } = subscription;
    switch (planStep({ tier: present, period: rhythm }, { tier, period })) {
      case 'upgrade': {
        const { url } = await this.commands.execute(new OpenPlanPage(memberId, tier, period, context));
        throw new Refused(subscriptionProblems.paymentRequired, { url });
      }
      case 'not-offered':
        throw new Refused(subscriptionProblems.yearlyOnly);
      case 'at-end':
        return this.commands.execute(new SettleNextPeriod(memberId, { tier, period }, context));
      case 'leave':
        return this.commands.execute(new SettleNextPeriod(memberId, 'nothing', context));
      case 'keep':
        if (!isPaid(present) || (status === 'active' && next === null)) return;
        return this.commands.execute(new SettleNextPeriod(memberId, 'the same', context));
    }
  }
}
