import { paymentFeeCents } from '@easel/contracts/earnings/policy';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountLookup } from '../account/account.lookup.ts';
import { earnings, type EarningsCommand } from './earnings.decider.ts';

type Accrual = Extract<EarningsCommand, { type: 'AccrueEarnings' }>;

/** A purchase from the buyer's event. `at` is ISO, by the log's clock: the earnings mature from then on. */
export type Sold = Omit<Accrual, 'type' | 'memberId' | 'tier' | 'feeCents' | 'at'> & { sellerId: string; at: string };

/** Accrues the earnings of a sale once, at the rate of the seller's current plan. */
export class AccrueSale extends Command<void> {
  constructor(
    readonly sold: Sold,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AccrueSale)
export class AccrueSaleHandler implements ICommandHandler<AccrueSale> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly accounts: AccountLookup,
  ) {}

  async execute({ sold: { sellerId, at, ...sale }, context }: AccrueSale): Promise<void> {
    const { tier } = await this.accounts.of(sellerId);
    await this.runner.execute(
      earningsStream.nameOf(sellerId),
      earnings,
      {
        type: 'AccrueEarnings',
        memberId: sellerId,
        tier,
        feeCents: paymentFeeCents(sale),
        at: new Date(at),
        ...sale,
      },
      context,
    );
    // The payment may have been reversed before the sale accrued, when there was nothing to reverse.
    const { purchaseId, buyerId } = sale;
    const turn = await this.accounts.turnsOf(buyerId, purchaseId);
    if (turn > 0) {
      const key = `turn ${purchaseId} ${turn}`;
      const command = { type: 'TurnSale', memberId: sellerId, purchaseId, turn } as const;
      await this.runner.execute(earningsStream.nameOf(sellerId), earnings, command, { ...context, key });
    }
  }
}
