import { payoutCents } from '@easel/contracts/earnings/policy';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RequestPayout, SettleEarnings, SettlePayout } from './account.commands.ts';
import { account } from './account.decider.ts';
import { accountStream } from './account.lookup.ts';

@CommandHandler(SettleEarnings)
export class SettleEarningsHandler implements ICommandHandler<SettleEarnings> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, matured, context }: SettleEarnings): Promise<void> {
    const command = { type: 'SettleEarnings', memberId, ...matured, at: new Date() } as const;
    await this.runner.execute(accountStream(memberId), account, command, context);
  }
}

@CommandHandler(RequestPayout)
export class RequestPayoutHandler implements ICommandHandler<RequestPayout> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, payout, context }: RequestPayout): Promise<{ payoutCents: number }> {
    const command = { type: 'RequestPayout', memberId, ...payout, at: new Date() } as const;
    await this.runner.execute(accountStream(memberId), account, command, context);
    return { payoutCents: payoutCents(payout) };
  }
}

@CommandHandler(SettlePayout)
export class SettlePayoutHandler implements ICommandHandler<SettlePayout> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, payout, context }: SettlePayout): Promise<void> {
    const command = { type: 'SettlePayout', memberId, ...payout, at: new Date() } as const;
    await this.runner.execute(accountStream(memberId), account, command, context);
  }
}
