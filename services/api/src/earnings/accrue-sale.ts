import { paymentFeeCents } from '@easel/contracts/earnings/policy';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountLookup } from '../account/account.lookup.ts';
import { earnings, type EarningsCommand } from './earnings.decider.ts';

type Accrual = Extract<EarningsCommand, { type: 'AccrueEarnings' }>;

/** A purchase, as its buyer's fact tells of it; `at` is ISO, by the log's clock: what it brings rests from then on. */
export type Sold = Omit<Accrual, 'type' | 'memberId' | 'tier' | 'feeCents' | 'at'> & { sellerId: string; at: string };

/** What a sale brings its seller, by the plan that the seller has now; once. */
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
    // What paid for it may have been taken back before it accrued, when there was nothing to turn.
    const { purchaseId, buyerId } = sale;
    const turn = (await this.accounts.of(buyerId)).purchases[purchaseId]?.turn ?? 0;
    if (turn > 0) {
      const key = `turn ${purchaseId} ${turn}`;
      const command = { type: 'TurnSale', memberId: sellerId, purchaseId, turn } as const;
      await this.runner.execute(earningsStream.nameOf(sellerId), earnings, command, { ...context, key });
    }
  }
}
