import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod, Subscription } from '@easel/contracts/subscriptions/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { availableTenths, owing, type Account } from './account.decider.ts';
import { presentAccount } from './present-account.ts';

/** A member's plan, what can be spent and what was used, at one moment; in tenths of a credit and cents of a dollar. */
export interface AccountView {
  /** In force. */
  tier: SubscribedTier;
  subscription: Subscription & {
    /** At the card service. */
    source: string | null;
    /** What is to be paid for from its end on, where that is another plan. */
    next: { tier: SubscribedTier; period: BillingPeriod } | null;
  };
  availableTenths: number;
  heldTenths: number;
  permanentTenths: number;
  /** What is left of `monthAllowanceTenths`. */
  allowanceTenths: number;
  monthAllowanceTenths: number;
  cents: number;
  /** While something is owed nothing is spent. */
  owing: { tenths: number; cents: number } | undefined;
  /** The UTC month that is counted here, written 2026-11; empty before the first. */
  month: string;
  imagesThisMonth: number;
  imagesMade: number;
  capturedThisMonthTenths: number;
  downloadsThisMonth: number;
}

/** Read-only door to accounts for other features. */
@Injectable()
export class AccountLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** The account as it stands now, this month's allowance included. */
  async of(memberId: string): Promise<AccountView> {
    return viewOf(await presentAccount(this.runner, memberId));
  }

  /** As this process has seen it last, which takes no reading: for who has just sent it a command. */
  async lastSeen(memberId: string): Promise<AccountView> {
    return viewOf(await presentAccount(this.runner, memberId, { atLeastOnce: true }));
  }

  /** How often what paid for a purchase went or came back by now. */
  async turnsOf(memberId: string, purchaseId: string): Promise<number> {
    const { purchases } = await presentAccount(this.runner, memberId);
    return purchases[purchaseId]?.turn ?? 0;
  }
}

const viewOf = (account: Account): AccountView => ({
  tier: account.tier,
  subscription: account.subscription,
  availableTenths: availableTenths(account),
  heldTenths: account.heldTenths,
  permanentTenths: account.permanentTenths,
  allowanceTenths: account.allowanceTenths,
  monthAllowanceTenths: account.monthAllowanceTenths,
  cents: account.cents,
  owing: owing(account),
  month: account.month,
  imagesThisMonth: account.imagesThisMonth,
  imagesMade: account.imagesMade,
  capturedThisMonthTenths: account.capturedThisMonthTenths,
  downloadsThisMonth: account.downloadsThisMonth,
});
