import { Refused } from '@easel/contracts/kernel/problem';
import { changeOf, isPaid, subscriptionProblems } from '@easel/contracts/subscriptions/policy';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { ChargeLess, OpenBillingPortal, OpenTopUp, WantPlan } from './payments.commands.ts';
import { PlanFollower } from './plan-follower.ts';
import { StripeGateway, type PlanSeen } from './stripe.gateway.ts';

@CommandHandler(OpenTopUp)
export class OpenTopUpHandler implements ICommandHandler<OpenTopUp> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
  ) {}

  execute({ memberId, cents, context }: OpenTopUp): Promise<{ url: string }> {
    return this.checkouts.attempt(async () => ({
      url: await this.gateway.openTopUp(await this.checkouts.of(memberId, 'wallet', context), cents),
    }));
  }
}

@CommandHandler(WantPlan)
export class WantPlanHandler implements ICommandHandler<WantPlan> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
    private readonly follower: PlanFollower,
  ) {}

  execute({ memberId, tier, period, context }: WantPlan): Promise<{ url: string | undefined }> {
    return this.checkouts.attempt(async () => {
      const checkout = await this.checkouts.of(memberId, 'plan', context);
      const { customer } = checkout;
      const running = (await this.gateway.plansOf(customer)).find(isPaidFor);
      if (running?.period === period && changeOf(running.paidFor, tier) !== 'upgrade') {
        await this.takeUpAgain(running, tier);
        await this.follower.follow(customer, context);
        return { url: undefined };
      }
      const url = await this.gateway.openPlan(checkout, tier, period);
      await this.gateway.closeOpenPlanPages(customer, url);
      return { url };
    });
  }

  /** Who left a plan before its time and comes back has paid for that time. */
  private async takeUpAgain(plan: PlanSeen, tier: PlanSeen['tier']): Promise<void> {
    if (plan.tier !== tier) await this.gateway.changePlan(plan, tier);
    else if (plan.cancelling) await this.gateway.cancelAtEnd(plan.id, false);
  }
}

@CommandHandler(ChargeLess)
export class ChargeLessHandler implements ICommandHandler<ChargeLess> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
    private readonly customers: Customers,
  ) {}

  async execute({ memberId, tier }: ChargeLess): Promise<void> {
    const customer = await this.customers.of(memberId, this.gateway.place);
    if (customer === undefined || !this.gateway.isThere) return;
    await this.checkouts.attempt(async () => {
      for (const plan of (await this.gateway.plansOf(customer)).filter(isRunning)) {
        if (!isPaid(tier)) {
          if (!plan.cancelling) await this.gateway.cancelAtEnd(plan.id, true);
        } else if (changeOf(plan.tier, tier) === 'downgrade') await this.gateway.changePlan(plan, tier);
      }
    });
  }
}

@CommandHandler(OpenBillingPortal)
export class OpenBillingPortalHandler implements ICommandHandler<OpenBillingPortal> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
    private readonly customers: Customers,
  ) {}

  async execute({ memberId }: OpenBillingPortal): Promise<{ url: string }> {
    const customer = await this.customers.of(memberId, this.gateway.place);
    if (customer === undefined) throw new Refused(subscriptionProblems.notManaged);
    return this.checkouts.attempt(async () => ({
      url: await this.gateway.openPortal(customer, `${await this.checkouts.address()}/profile`),
    }));
  }
}

const isRunning = ({ status }: PlanSeen): boolean => status === 'active' || status === 'owing';
const isPaidFor = ({ status }: PlanSeen): boolean => status === 'active';
