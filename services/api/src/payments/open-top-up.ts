import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Checkouts } from './checkouts.ts';
import { StripeGateway } from './stripe.gateway.ts';

/** Opens a page to pay into the wallet on. 503 without a card service. */
export class OpenTopUp extends Command<{ url: string }> {
  constructor(
    readonly memberId: string,
    readonly cents: number,
    readonly context: CommandContext,
  ) {
    super();
  }
}

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
