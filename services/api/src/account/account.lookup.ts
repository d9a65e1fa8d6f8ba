import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod, Subscription } from '@easel/contracts/subscriptions/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { availableTenths, isDisputed, owing, type Account } from './account.decider.ts';
import { dealingsOf } from './cover.decider.ts';
import { payableOf, waitingOf } from './payouts.decider.ts';
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
  /** Generations that are made now, or wait for it. */
  openHolds: number;
  permanentTenths: number;
  /** What is left of `monthAllowanceTenths`. */
  allowanceTenths: number;
  monthAllowanceTenths: number;
  cents: number;
  /** While something is owed nothing is spent. */
  owing: { tenths: number; cents: number } | undefined;
  /** A bank has not decided yet about a payment. */
  disputed: boolean;
  /** The UTC month that is counted here, written 2026-11; empty before the first. */
  month: string;
  imagesThisMonth: number;
  imagesMade: number;
  capturedThisMonthTenths: number;
  downloadsThisMonth: number;
}

/** In tenths of a credit and cents of a dollar. */
interface Earned {
  tenths: number;
  cents: number;
}

/** What rests in the account until a UTC day, `2026-12-04`. */
interface Waiting extends Earned {
  payableOn: string;
}

/** What a member paid and was paid, in cents, and whom it traded with. */
export interface Dealings {
  /** Of its payments, what was not taken back. */
  heldCents: number;
  paidOutCents: number;
  /** Of whom it bought, once for each purchase. */
  sellers: string[];
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

  /** What can be spent, in tenths of a credit, as this process has seen it last. */
  async lastSeenTenths(memberId: string): Promise<number> {
    return availableTenths(await presentAccount(this.runner, memberId, { atLeastOnce: true }));
  }

  /** What is held for each open generation, in tenths of a credit, as this process has seen it last. */
  async heldTenthsOf(memberId: string): Promise<ReadonlyMap<string, number>> {
    const { holds } = await presentAccount(this.runner, memberId, { atLeastOnce: true });
    return new Map(Object.entries(holds).map(([generationId, { tenths }]) => [generationId, tenths]));
  }

  /** How often what paid for a purchase went or came back by now. */
  async turnsOf(memberId: string, purchaseId: string): Promise<number> {
    const { purchases } = await presentAccount(this.runner, memberId);
    return purchases[purchaseId]?.turn ?? 0;
  }

  /**
   * What has rested for so many days and may be paid out now, what rests still, and by id what was asked for and is not
   * paid out yet.
   */
  async payoutsOf(
    memberId: string,
    restDays: number,
  ): Promise<{ payable: Earned; waiting: Waiting[]; open: Readonly<Record<string, Earned>> }> {
    const account = await presentAccount(this.runner, memberId);
    const at = new Date();
    return {
      payable: payableOf(account, restDays, at),
      waiting: waitingOf(account, restDays, at),
      open: account.payouts,
    };
  }

  /** The ids of the orders of printed products that a card has paid for. */
  async printOrdersOf(memberId: string): Promise<string[]> {
    const { prints } = await presentAccount(this.runner, memberId);
    return Object.values(prints).map(({ orderId }) => orderId);
  }

  /** Payments past the wallet that are disputed, or were and are lost. */
  async disputedPaymentsOf(memberId: string): Promise<ReadonlySet<string>> {
    const { cardDisputes } = await presentAccount(this.runner, memberId);
    return new Set(Object.values(cardDisputes).map(({ paymentId }) => paymentId));
  }

  /** As the account stands now, whatever processes have still to tell. */
  async dealingsOf(memberId: string): Promise<Dealings> {
    return dealingsOf(await presentAccount(this.runner, memberId));
  }
}

const viewOf = (account: Account): AccountView => ({
  tier: account.tier,
  subscription: account.subscription,
  availableTenths: availableTenths(account),
  heldTenths: account.heldTenths,
  openHolds: Object.keys(account.holds).length,
  permanentTenths: account.permanentTenths,
  allowanceTenths: account.allowanceTenths,
  monthAllowanceTenths: account.monthAllowanceTenths,
  cents: account.cents,
  owing: owing(account),
  disputed: isDisputed(account),
  month: account.month,
  imagesThisMonth: account.imagesThisMonth,
  imagesMade: account.imagesMade,
  capturedThisMonthTenths: account.capturedThisMonthTenths,
  downloadsThisMonth: account.downloadsThisMonth,
});
