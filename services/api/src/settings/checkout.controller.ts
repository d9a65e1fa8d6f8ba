import { checkoutHttp, type CheckoutSettings } from '@easel/contracts/settings/checkout.http';
import { checkoutStream } from '@easel/contracts/settings/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { BUS } from '@easel/kernel/server/tokens';
import { Body, Controller, Inject } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import { PrintsLookup } from '../orders/prints.lookup.ts';
import { PaymentsLookup } from '../payments/payments.lookup.ts';
import { checkoutHistory } from './checkout-history.ts';
import { checkout } from './checkout.decider.ts';
import { CHECKOUT_SUBJECT, CheckoutSettingsLookup } from './checkout.lookup.ts';

/** Ids of what operators do are UUID v5 of the command's key within this namespace. */
const ACTION_NAMESPACE = 'c7a8a4a2-0d0f-4b07-8f6f-6a5d2c5f7e31';

@Controller()
export class CheckoutController {
  constructor(
    private readonly lookup: CheckoutSettingsLookup,
    private readonly payments: PaymentsLookup,
    private readonly prints: PrintsLookup,
    private readonly runner: DeciderRunner,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @RouteOf(checkoutHttp.mode)
  async mode(): Promise<z.output<typeof checkoutHttp.mode.reply>> {
    const { testMode } = await this.lookup.current();
    return {
      success: true,
      testMode,
      cards: this.payments.takesCards,
      stripeKey: this.payments.publishableKey,
      prints: this.prints.by,
    };
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
    const actionId = uuidV5(context.key, ACTION_NAMESPACE);
    const command = { type: 'ToggleTestMode', actionId, ...body } as const;
    await this.runner.execute(checkoutStream.name, checkout, command, context);
    this.lookup.outdate();
    faultPoint('settings.before-hint');
    this.bus.publish(CHECKOUT_SUBJECT, {});
    return this.settings();
  }
}
