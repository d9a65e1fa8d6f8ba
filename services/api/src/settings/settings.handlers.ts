import type { PriceList } from '@easel/contracts/prices/policy';
import { pricesStream } from '@easel/contracts/settings/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { prices } from './prices.decider.ts';
import { RevisePrices } from './settings.commands.ts';

@CommandHandler(RevisePrices)
export class RevisePricesHandler implements ICommandHandler<RevisePrices> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ list, reason, context }: RevisePrices): Promise<PriceList> {
    const command = { type: 'RevisePriceList', list, reason } as const;
    const { state } = await this.runner.execute(pricesStream.name, prices, command, context);
    return state;
  }
}
