import { isRunning } from '@easel/contracts/subscriptions/seen-plans.policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Customers } from './customers.ts';
import { PlanFollower } from './plan-follower.ts';
import { StripeOrdersGateway } from './stripe-orders.gateway.ts';
import { StripeGateway } from './stripe.gateway.ts';

/** Somebody was erased: the card service charges them no more, and knows neither their address nor their cards. */
export class ForgetCustomer extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly context: Omit<CommandContext, 'key'>,
  ) {
    super();
  }
}

@CommandHandler(ForgetCustomer)
export class ForgetCustomerHandler implements ICommandHandler<ForgetCustomer> {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly orders: StripeOrdersGateway,
    private readonly customers: Customers,
    private readonly follower: PlanFollower,
  ) {}

  /** May be asked again: what is over there is over, and the row here goes last. */
  async execute({ memberId, context }: ForgetCustomer): Promise<void> {
    const { place } = this.gateway;
    const customer = await this.customers.of(memberId, place);
    if (customer === undefined) return;
    await this.gateway.closeOpenPages(customer);
    await this.orders.cancelOpen(customer);
    for (const plan of await this.gateway.plansOf(customer)) {
      if (isRunning(plan)) await this.gateway.end(plan.source);
    }
    // While it is known there, the account still learns how its plans ended.
    await this.follower.follow(customer, context);
    faultPoint('forget-customer.before-delete');
    await this.gateway.deleteCustomer(customer);
    faultPoint('forget-customer.after-delete');
    await this.customers.forget(memberId, place);
  }
}
