import type { Tier } from '@easel/contracts/account/policy';
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

/** What one generation costs: `tenths` of a credit for so many `images`. */
export interface Charge {
  generationId: string;
  /** Of what was asked for: an identical one in progress is refused by it. */
  fingerprint: string;
  tenths: number;
  images: number;
}

/** All of them or none; refused with 402, 403 or 409. Answers what is left to spend, and the member's tier. */
export class HoldCredits extends Command<{ availableTenths: number; tier: Tier }> {
  constructor(
    readonly memberId: string,
    readonly charges: readonly Charge[],
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
