import { monthlyImageLimit, type SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { subscriptionsHttp, type Plan } from '@easel/contracts/subscriptions/http';
import { subscriptionProblems, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountLookup } from '../account/account.lookup.ts';
import { OpenBillingPortal } from '../payments/payments.commands.ts';
import { PaymentsLookup } from '../payments/payments.lookup.ts';
import { planOf } from './plan.presenter.ts';
import { ChoosePlan } from './subscriptions.commands.ts';

interface Standing {
  success: true;
  subscription: { tier: string; status: string; endDate: string | null; next: Plan['subscription']['next'] };
  limits: { monthly: number | null; total: null };
}

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
    private readonly payments: PaymentsLookup,
  ) {}

  @RouteOf(subscriptionsHttp.upgrade)
  async upgrade(
    @Caller() caller: CallerValue,
    @Body({ schema: subscriptionsHttp.upgrade.body }) { tier, period }: { tier: SubscribedTier; period: BillingPeriod },
    @Issued() context: CommandContext,
  ): Promise<Standing> {
    await this.commands.execute(new ChoosePlan(caller.id, tier, period, context));
    const account = await this.accounts.of(caller.id);
    const { subscription } = account;
    return {
      success: true,
      subscription: {
        tier: subscription.tier,
        status: subscription.status,
        endDate: subscription.endDate,
        next: subscription.next,
      },
      limits: { monthly: monthlyImageLimit(account.tier), total: null },
    };
  }

  @RouteOf(subscriptionsHttp.portal)
  async portal(@Caller() caller: CallerValue): Promise<{ success: true; url: string }> {
    const { subscription } = await this.accounts.of(caller.id);
    if (!this.payments.manages(subscription.source)) throw new Refused(subscriptionProblems.notManaged);
    const { url } = await this.commands.execute(new OpenBillingPortal(caller.id));
    return { success: true, url };
  }

  @RouteOf(subscriptionsHttp.plan)
  async plan(@Caller() caller: CallerValue): Promise<{ success: true; plan: Plan }> {
    const account = await this.accounts.of(caller.id);
    return { success: true, plan: planOf(account, this.payments.manages(account.subscription.source), new Date()) };
  }
}
