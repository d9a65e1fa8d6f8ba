import type { PriceList } from '@easel/contracts/prices/policy';
import { settingsHttp } from '@easel/contracts/settings/http';
import { pricesStream } from '@easel/contracts/settings/stream';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller } from '@nestjs/common';
import { prices } from './prices.decider.ts';
import { PriceListLookup } from './prices.lookup.ts';

@Controller()
export class SettingsController {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lists: PriceListLookup,
  ) {}

  @RouteOf(settingsHttp.prices)
  async prices(): Promise<{ success: true; prices: PriceList }> {
    return { success: true, prices: await this.lists.current() };
  }

  @RouteOf(settingsHttp.revisePrices)
  async revisePrices(
    @Body({ schema: settingsHttp.revisePrices.body }) { reason, ...list }: PriceList & { reason: string },
    @Issued() context: CommandContext,
  ): Promise<{ success: true; prices: PriceList }> {
    const command = { type: 'RevisePriceList', list, reason } as const;
    const { state } = await this.runner.execute(pricesStream.name, prices, command, context);
    return { success: true, prices: state };
  }
}
