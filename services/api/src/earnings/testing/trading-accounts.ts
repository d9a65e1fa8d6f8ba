import assert from 'node:assert/strict';
import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { paymentFeeCents } from '@easel/contracts/earnings/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { SeenPlan } from '@easel/contracts/subscriptions/seen-plans.policy';
import type { Account } from '../../account/account-state.decider.ts';
import { account, type AccountCommand } from '../../account/account.decider.ts';
import { earnings, type Earnings, type EarningsCommand } from '../earnings.decider.ts';
import { type ShownPayment, TradingBook } from './trading-book.ts';

export const DAY_MS = 86_400_000;

interface Member {
  account: Account;
  earnings: Earnings;
  /** The plan that sets the earn rate. */
  tier: SubscribedTier;
  seen: { plans: SeenPlan[]; payments: ShownPayment[] };
}

/** A command of a process, delivered late, twice and in any order. */
interface Message {
  deliver: () => void;
  /** Whether a payment is covered again, which the process delivers later than its reversal. */
  comesBack: boolean;
}

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Limit of deliveries, far above what the steps of a world can cause. */
const DELIVERIES_MAX = 2_000;

/** Accounts of members who buy within their groups, with the processes between them and a book to compare with. */
export class TradingAccounts {
  readonly book = new TradingBook();
  protected readonly members = new Map<string, Member>();
  protected readonly messages: Message[] = [];
  protected at = Date.parse('2026-11-02T10:00:00.000Z');
  private count = 0;

  /** Members by plan. Members buy within their own group only, and not all of a group need to trade. */
  constructor(private readonly groups: readonly (readonly SubscribedTier[])[]) {
    groups.forEach((tiers, group) =>
      tiers.forEach((tier, place) =>
        this.members.set(this.idOf(group, place), {
          account: account.initial(),
          earnings: earnings.initial(),
          tier,
          seen: { plans: [], payments: [] },
        }),
      ),
    );
  }

  idOf(group: number, place: number): string {
    const size = this.groups[group % this.groups.length]?.length ?? 1;
    return uuid(1000 * (1 + (group % this.groups.length)) + (place % size));
  }

  pass(days: number): void {
    this.at += days * DAY_MS;
    for (const [memberId, { earnings: state }] of this.members) {
      if (state.resting.length > 0) this.earn(memberId, { type: 'MatureEarnings', memberId, at: this.midnight() });
    }
  }

  /** Delivers one message. `again` keeps it for another delivery. */
  deliver(which: number, again: boolean): void {
    const place = which % Math.max(1, this.messages.length);
    const message = this.messages[place];
    if (!message) return;
    if (!again) this.messages.splice(place, 1);
    message.deliver();
  }

  /** Delivers all messages, covered payments last. Fails if that never ends. */
  settle(): void {
    for (let delivered = 0; this.messages.length > 0; delivered += 1) {
      assert.ok(delivered < DELIVERIES_MAX, 'a group never finishes its messages');
      const soonest = this.messages.findIndex(({ comesBack }) => !comesBack);
      const [message] = this.messages.splice(Math.max(0, soonest), 1);
      message?.deliver();
    }
  }

  protected of(memberId: string): Member {
    const member = this.members.get(memberId);
    assert.ok(member);
    return member;
  }

  /** Returns the code of a refusal; undefined if the command succeeded. */
  protected act(command: AccountCommand): string | undefined {
    const member = this.of(command.memberId);
    try {
      for (const fact of account.decide(command, member.account)) {
        member.account = account.evolve(member.account, fact);
        this.follow(fact);
      }
      return undefined;
    } catch (error) {
      if (error instanceof Refused) return error.problem.code;
      throw error;
    }
  }

  private earn(memberId: string, command: EarningsCommand): void {
    const member = this.of(memberId);
    for (const fact of earnings.decide(command, member.earnings)) {
      member.earnings = earnings.evolve(member.earnings, fact);
      this.followEarnings(fact);
    }
  }

  private follow({ type, data }: AccountFact): void {
    if (type === 'ImagePurchased') {
      const { memberId: buyerId, sellerId, purchaseId, method, tenths, earningTenths, cents, curator } = data;
      const { generationId, variantId, size } = data;
      const { tier } = this.of(sellerId);
      const sale = { buyerId, purchaseId, generationId, variantId, size, method, tenths, earningTenths, cents };
      const seller = { tier, curator: curator || tier === 'curator_partner', feeCents: paymentFeeCents(data) };
      const at = this.now();
      this.send(() => {
        this.earn(sellerId, { type: 'AccrueEarnings', memberId: sellerId, key: purchaseId, ...sale, ...seller, at });
        const turn = this.of(buyerId).account.purchases[purchaseId]?.turn ?? 0;
        this.earn(sellerId, { type: 'TurnSale', memberId: sellerId, purchaseId, turn });
        if (this.of(sellerId).earnings.sales[purchaseId]) this.book.noteTrade(buyerId, sellerId);
      });
    }
    if (type === 'PurchaseCoverChanged') {
      const { sellerId: memberId, purchaseId, turn, covered } = data;
      this.send(() => this.earn(memberId, { type: 'TurnSale', memberId, purchaseId, turn }), covered);
    }
  }

  private followEarnings({ type, data }: EarningsFact): void {
    if (type === 'EarningsMatured') {
      this.send(() => void this.act({ type: 'SettleEarnings', ...data, at: this.now() }));
    }
    if ((type === 'EarningsReversed' || type === 'EarningsReinstated') && data.matured) {
      const { memberId, purchaseId, turn, tenths, cents } = data;
      if (tenths === 0 && cents === 0) return;
      const sale = { memberId, purchaseId, turn, tenths, cents, covered: type === 'EarningsReinstated' };
      this.send(() => void this.act({ type: 'TurnEarnings', ...sale, at: this.now() }));
    }
  }

  protected send(deliver: () => void, comesBack = false): void {
    this.messages.push({ deliver, comesBack });
  }

  protected now = (): Date => new Date(this.at);

  private midnight = (): Date => new Date(Math.floor(this.at / DAY_MS) * DAY_MS);

  protected next = (): number => (this.count += 1);
}
