import { Refused } from '@easel/contracts/kernel/problem';
import { subscriptionProblems } from '@easel/contracts/subscriptions/policy';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { StripeGateway } from './stripe.gateway.ts';

/** Opens the card service's page for cards, invoices and cancelling. */
export class OpenBillingPortal extends Command<{ url: string }> {
  constructor(readonly memberId: string) {
    super();
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
