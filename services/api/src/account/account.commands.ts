import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { PlansSeen } from '@easel/contracts/subscriptions/seen-plans.policy';

export type { ImageTerms } from './purchases.decider.ts';

/** What is to be given back of a plan's payment, in cents, because another plan has begun. */
export interface Rest {
  source: string;
  paymentId: string;
  cents: number;
}

/** Brings the account to what was seen at the card service. Answers whether it stood so already: else look again. */
export class FollowPlans extends Command<{ agreed: boolean; rests: readonly Rest[] }> {
  constructor(
    readonly memberId: string,
    readonly seen: PlansSeen,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Of what was earned; tenths of a credit and cents. Answers the cents that are to be paid. Refused with 409 or 422. */
export class RequestPayout extends Command<{ payoutCents: number }> {
  constructor(
    readonly memberId: string,
    readonly payout: { payoutId: string; tenths: number; cents: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What came of a payout. Refused with 404 where it was not asked for, 409 where something else came of it. */
export class SettlePayout extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly payout: { payoutId: string; outcome: 'paid' | 'returned'; reason: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}
