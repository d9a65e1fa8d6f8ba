import { paymentFeeCents } from '@easel/contracts/earnings/policy';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountLookup } from '../account/account.lookup.ts';
import { AccrueEarnings, MatureEarnings } from './earnings.commands.ts';
import { earnings, heldBackUntil } from './earnings.decider.ts';

@CommandHandler(AccrueEarnings)
export class AccrueEarningsHandler implements ICommandHandler<AccrueEarnings> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly accounts: AccountLookup,
  ) {}

  async execute({ sold: { sellerId, at, ...sale }, context }: AccrueEarnings): Promise<void> {
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

@CommandHandler(MatureEarnings)
export class MatureEarningsHandler implements ICommandHandler<MatureEarnings> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, at, context }: MatureEarnings): Promise<{ again: Date } | undefined> {
    const command = { type: 'MatureEarnings', memberId, at } as const;
    const { state } = await this.runner.execute(earningsStream.nameOf(memberId), earnings, command, context);
    const again = heldBackUntil(state, at);
    return again && { again };
  }
}
