import type { SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { changeOf, isPaid, planChargeCents, subscriptionProblems } from '@easel/contracts/subscriptions/policy';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DowngradeSubscription } from '../account/account.commands.ts';
import { AccountLookup } from '../account/account.lookup.ts';
import { ChargeLess, WantPlan } from '../payments/payments.commands.ts';
import { ChoosePlan } from './subscriptions.commands.ts';

@CommandHandler(ChoosePlan)
export class ChoosePlanHandler implements ICommandHandler<ChoosePlan> {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
  ) {}

  async execute({ memberId, tier: asked, period, context }: ChoosePlan): Promise<void> {
    const tier: SubscribedTier = isPaid(asked) ? asked : 'free';
    const account = await this.accounts.of(memberId);
    const change = changeOf(account.tier, tier);
    if (change === 'same') return;
    if (tier !== 'free' && planChargeCents(tier, period) === undefined) {
      throw new Refused(subscriptionProblems.notSold);
    }
    if (change === 'upgrade') {
      const { url } = await this.commands.execute(new WantPlan(memberId, tier, period, context));
      if (url !== undefined) throw new Refused(subscriptionProblems.paymentRequired, { url });
      return;
    }
    // The other way round, a crash between the two would leave somebody charged for what they gave up.
    await this.commands.execute(new ChargeLess(memberId, tier));
    await this.commands.execute(new DowngradeSubscription(memberId, tier, context));
  }
}
