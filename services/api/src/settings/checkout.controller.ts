import { checkoutHttp, type CheckoutSettings } from '@easel/contracts/settings/checkout.http';
import { checkoutStream } from '@easel/contracts/settings/stream';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { checkoutHistory } from './checkout-history.ts';
import { ToggleTestMode } from './checkout.commands.ts';
import { CheckoutSettingsLookup } from './checkout.lookup.ts';

@Controller()
export class CheckoutController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lookup: CheckoutSettingsLookup,
    private readonly runner: DeciderRunner,
  ) {}

  @RouteOf(checkoutHttp.mode)
  async mode(): Promise<{ success: true; testMode: boolean }> {
    const { testMode } = await this.lookup.current();
    return { success: true, testMode };
  }

  @RouteOf(checkoutHttp.settings)
  async settings(): Promise<CheckoutSettings> {
    const { state } = await this.runner.fold(checkoutStream.name, checkoutHistory);
    const { testMode, version, history } = state;
    return { success: true, testMode, version, history: history.toReversed() };
  }

  @RouteOf(checkoutHttp.toggle)
  async toggle(
    @Body({ schema: checkoutHttp.toggle.body }) body: z.output<typeof checkoutHttp.toggle.body>,
    @Issued() context: CommandContext,
  ): Promise<CheckoutSettings> {
    await this.commands.execute(new ToggleTestMode(body, context));
    return this.settings();
  }
}
