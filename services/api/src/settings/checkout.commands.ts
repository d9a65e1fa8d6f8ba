import type { PresentCheckout } from '@easel/contracts/settings/checkout.http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** `version`: of the settings as the operator has seen them. Refused with 409 where they have changed since. */
export class ToggleTestMode extends Command<PresentCheckout> {
  constructor(
    readonly toggle: { version: number; testMode: boolean; reason: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}
