import { Refused } from '@easel/contracts/kernel/problem';
import { subscriptionProblems } from '@easel/contracts/subscriptions/policy';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isRunning } from '@easel/contracts/subscriptions/seen-plans.policy';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import {
  LookAtPlans,
  OpenBillingPortal,
  OpenPlanPage,
  OpenTopUp,
  SettleNextPeriod,
  type AfterPeriod,
} from './payments.commands.ts';
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

@CommandHandler(LookAtPlans)
export class LookAtPlansHandler implements ICommandHandler<LookAtPlans> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
    private readonly customers: Customers,
    private readonly follower: PlanFollower,
  ) {}

  async execute({ memberId, context }: LookAtPlans): Promise<void> {
    const customer = await this.customers.of(memberId, this.gateway.place);
    if (customer === undefined || !this.gateway.isThere) return;
    await this.checkouts.attempt(() => this.follower.follow(customer, context));
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
