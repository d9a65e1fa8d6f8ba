import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { PlanFollower } from './plan-follower.ts';
import { StripeGateway } from './stripe.gateway.ts';

/** Brings the account to what stands at the card service now. 503 where that cannot be asked. */
export class LookAtPlans extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly context: CommandContext,
  ) {
    super();
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
