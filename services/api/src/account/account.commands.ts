import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';

/** Sums are tenths of a credit. */
export class GrantCredits extends Command<{ availableTenths: number }> {
  constructor(
    readonly memberId: string,
    readonly tenths: number,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Refused with 402, 403 or 409; answers what is left to spend. */
export class HoldCredits extends Command<{ availableTenths: number }> {
  constructor(
    readonly hold: { memberId: string; generationId: string; fingerprint: string; tenths: number; images: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Ends a hold, once. */
export class SettleHold extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly outcome: 'completed' | 'failed' | 'cancelled' | 'abandoned',
    readonly context: CommandContext,
  ) {
    super();
  }
}
