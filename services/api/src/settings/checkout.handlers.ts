import type { PresentCheckout } from '@easel/contracts/settings/checkout.http';
import { checkoutStream } from '@easel/contracts/settings/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BUS } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { ToggleTestMode } from './checkout.commands.ts';
import { checkout, presentOf } from './checkout.decider.ts';
import { CHECKOUT_SUBJECT, CheckoutSettingsLookup } from './checkout.lookup.ts';

/** Ids of what operators do are UUID v5 of the command's key within this namespace. */
const ACTION_NAMESPACE = 'c7a8a4a2-0d0f-4b07-8f6f-6a5d2c5f7e31';

@CommandHandler(ToggleTestMode)
export class ToggleTestModeHandler implements ICommandHandler<ToggleTestMode> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: CheckoutSettingsLookup,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async execute({ toggle, context }: ToggleTestMode): Promise<PresentCheckout> {
    const actionId = uuidV5(context.key, ACTION_NAMESPACE);
    const command = { type: 'ToggleTestMode', actionId, ...toggle } as const;
    const { state } = await this.runner.execute(checkoutStream.name, checkout, command, context);
    this.lookup.outdate();
    faultPoint('settings.before-hint');
    await this.bus.publish(CHECKOUT_SUBJECT, {});
    return presentOf(state);
  }
}
