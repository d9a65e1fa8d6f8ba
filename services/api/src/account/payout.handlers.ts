import { payoutCents } from '@easel/contracts/earnings/policy';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EARNINGS_SETTINGS, type EarningsConfig } from '../earnings/earnings.config.ts';
import { PayoutRoom } from '../earnings/payout-room.lookup.ts';
import { RequestPayout, SettleEarnings, SettlePayout, TurnEarnings } from './account.commands.ts';
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

@CommandHandler(TurnEarnings)
export class TurnEarningsHandler implements ICommandHandler<TurnEarnings> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, sale, context }: TurnEarnings): Promise<void> {
    const command = { type: 'TurnEarnings', memberId, ...sale, at: new Date() } as const;
    await this.runner.execute(accountStream(memberId), account, command, context);
  }
}

@CommandHandler(RequestPayout)
export class RequestPayoutHandler implements ICommandHandler<RequestPayout> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly room: PayoutRoom,
    @Inject(EARNINGS_SETTINGS) private readonly settings: EarningsConfig,
  ) {}

  async execute({ memberId, payout, context }: RequestPayout): Promise<{ payoutCents: number }> {
    const restDays = this.settings.PAYOUT_REST_DAYS;
    const roomCents = await this.room.roomCents(memberId);
    const command = { type: 'RequestPayout', memberId, ...payout, restDays, roomCents, at: new Date() } as const;
    await this.runner.execute(accountStream(memberId), account, command, context);
    return { payoutCents: payoutCents(payout) };
  }
}

@CommandHandler(SettlePayout)
export class SettlePayoutHandler implements ICommandHandler<SettlePayout> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly room: PayoutRoom,
  ) {}

  async execute({ memberId, payout, context }: SettlePayout): Promise<void> {
    const roomCents = await this.room.roomCents(memberId);
    const command = { type: 'SettlePayout', memberId, ...payout, roomCents, at: new Date() } as const;
    await this.runner.execute(accountStream(memberId), account, command, context);
  }
}
