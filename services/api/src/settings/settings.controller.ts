import type { PriceList } from '@easel/contracts/prices/policy';
import { settingsHttp } from '@easel/contracts/settings/http';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PriceListLookup } from './prices.lookup.ts';
import { RevisePrices } from './settings.commands.ts';

@Controller()
export class SettingsController {
  constructor(
    private readonly commands: CommandBus,
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
    return { success: true, prices: await this.commands.execute(new RevisePrices(list, reason, context)) };
  }
}
