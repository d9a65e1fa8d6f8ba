import type { SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { subscriptionProblems, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { isRunning } from '@easel/contracts/subscriptions/seen-plans.policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { PlanFollower } from './plan-follower.ts';
import { StripeGateway, type PlanSeen } from './stripe.gateway.ts';

/** What comes when the period that is paid for ends: another plan, none, or the same again. */
type AfterPeriod = { tier: SubscribedTier; period: BillingPeriod } | 'nothing' | 'the same';

/**
 * Settles what comes after the running period; the account knows when this resolves. 409 where no plan goes on by
 * itself.
 */
export class SettleNextPeriod extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly next: AfterPeriod,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SettleNextPeriod)
export class SettleNextPeriodHandler implements ICommandHandler<SettleNextPeriod> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
    private readonly customers: Customers,
    private readonly follower: PlanFollower,
  ) {}

  async execute({ memberId, next, context }: SettleNextPeriod): Promise<void> {
    const customer = await this.customers.of(memberId, this.gateway.place);
    if (customer === undefined || !this.gateway.isThere) throw new Refused(subscriptionProblems.endsFirst);
    await this.checkouts.attempt(async () => {
      const running = (await this.gateway.plansOf(customer)).filter(isRunning);
      if (running.length === 0 && next !== 'nothing') throw new Refused(subscriptionProblems.endsFirst);
      for (const plan of running) await this.settle(plan, next);
      faultPoint('plans.after-next');
      await this.follower.follow(customer, context);
    });
  }

  private settle(plan: PlanSeen, next: AfterPeriod): Promise<void> {
    if (next === 'nothing') return this.gateway.leave(plan);
    if (next === 'the same') return this.gateway.keep(plan);
    return this.gateway.schedule(plan, next.tier, next.period);
  }
}
