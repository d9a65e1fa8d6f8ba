import { accountStream } from '@easel/contracts/account/stream';
import { payoutCents } from '@easel/contracts/earnings/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RequestPayout, SettlePayout } from './account.commands.ts';
import { account } from './account.decider.ts';
import { PAYOUT_SETTINGS, type PayoutsConfig } from './payouts.config.ts';
import { PayoutsLookup } from './payouts.lookup.ts';

@CommandHandler(RequestPayout)
export class RequestPayoutHandler implements ICommandHandler<RequestPayout> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly payouts: PayoutsLookup,
    @Inject(PAYOUT_SETTINGS) private readonly settings: PayoutsConfig,
  ) {}

  async execute({ memberId, payout, context }: RequestPayout): Promise<{ payoutCents: number }> {
    const restDays = this.settings.PAYOUT_REST_DAYS;
    const roomCents = await this.payouts.roomCents(memberId);
    const command = { type: 'RequestPayout', memberId, ...payout, restDays, roomCents, at: new Date() } as const;
    await this.runner.execute(accountStream.nameOf(memberId), account, command, context);
    return { payoutCents: payoutCents(payout) };
  }
}

@CommandHandler(SettlePayout)
export class SettlePayoutHandler implements ICommandHandler<SettlePayout> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly payouts: PayoutsLookup,
  ) {}

  async execute({ memberId, payout, context }: SettlePayout): Promise<void> {
    const roomCents = await this.payouts.roomCents(memberId);
    const command = { type: 'SettlePayout', memberId, ...payout, roomCents, at: new Date() } as const;
    await this.runner.execute(accountStream.nameOf(memberId), account, command, context);
  }
}
