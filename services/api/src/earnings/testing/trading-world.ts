import assert from 'node:assert/strict';
import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { paymentFeeCents, payoutCents } from '@easel/contracts/earnings/policy';
import { planChargeCents } from '@easel/contracts/subscriptions/policy';
import type { SeenDispute, SeenPayment, SeenPlan, SeenRefund } from '@easel/contracts/subscriptions/seen-plans.policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Account } from '../../account/account-state.decider.ts';
import { account, type AccountCommand } from '../../account/account.decider.ts';
import type { GrantChallengeShare } from '../../account/challenge-shares.decider.ts';
import { dealingsOf, heldCents } from '../../account/cover.decider.ts';
import { payableOf } from '../../account/payouts.decider.ts';
import { bankAccount, imageTerms } from '../../account/testing/account-facts.ts';
import { earnings, type Earnings, type EarningsCommand } from '../earnings.decider.ts';
import { roomOf } from '../payout-room.ts';

const DAY_MS = 86_400_000;
/** Far more than follows from what a world does in a whole life. */
const MOST_TOLD = 2_000;

/** A payment as the card service has it: the oracle's own book. */
interface Payment {
  id: string;
  memberId: string;
  cents: number;
  goneCents: number;
  /** By dispute. */
  disputed: Record<string, number>;
  /** Of a plan's, as the card service shows it. */
  shown?: ShownPayment;
  /** Its money is for what was delivered: no sale is paid with it, and no payout. */
  isForPrints?: true;
}

type ShownPayment = SeenPayment & { refunds: SeenRefund[]; disputes: SeenDispute[] };

interface Member {
  account: Account;
  earnings: Earnings;
  /** That sellers earn by. */
  tier: SubscribedTier;
  seen: { plans: SeenPlan[]; payments: ShownPayment[] };
}

/** What a process has to tell: late, twice and in any order. */
interface Message {
  tell: () => void;
  /** That what paid for a sale is there again: a process tells it later than that it went. */
  comesBack: boolean;
}

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Accounts that buy from each other by the real rules, and a book beside them that knows nothing of these. */
export class TradingWorld {
  readonly payments: Payment[] = [];
  /** Whether something was taken back after a payout, or before one and its seller was not told yet. */
  lost = false;
  payouts = 0;
  /** Times that somebody was paid out more than their group itself has paid, out of what challenges brought. */
  paidByShares = 0;
  private takenBack = false;
  refusedForRoom = 0;
  private readonly members = new Map<string, Member>();
  private readonly paidOut = new Map<string, number>();
  /** What challenges brought, which buyers of none of these groups have paid: it is never taken back from a member. */
  private readonly shared = new Map<string, number>();
  /** With whom a member traded: whom a sale brought something, and whose purchase did, once the seller was told. */
  private readonly partners = new Map<string, Set<string>>();
  private readonly messages: Message[] = [];
  private at = Date.parse('2026-11-02T10:00:00.000Z');
  private count = 0;

  /** Members by plan, of whom each place of `groups` buys from itself alone; not all of a place need come to trade. */
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

  topUp(memberId: string, cents: number): void {
    const id = `pi_${this.next()}`;
    this.payments.push({ id, memberId, cents, goneCents: 0, disputed: {} });
    this.act({ type: 'TopUpWallet', memberId, paymentId: id, sessionId: null, cents, at: this.now() });
  }

  /** A month of a plan, where none runs. */
  subscribe(memberId: string, tier: SubscribedTier): void {
    const { seen } = this.of(memberId);
    if (seen.payments.some(({ until }) => until > this.now())) return;
    const source = `sub_${this.next()}`;
    const id = `pi_${this.next()}`;
    const cents = planChargeCents(tier, 'monthly') ?? 0;
    const from = this.now();
    const until = new Date(this.at + 30 * DAY_MS);
    const terms = { source, tier, period: 'monthly', cents, from, until, paidAt: from } as const;
    const shown = { paymentId: id, ...terms, refunds: [], disputes: [] };
    seen.payments.push(shown);
    const plan = { source, leaving: true, createdAt: from, renewsAs: { tier, period: 'monthly' } } as const;
    for (const before of seen.plans) before.status = 'over';
    seen.plans.push({ ...plan, status: 'active', endedAt: undefined });
    this.payments.push({ id, memberId, cents, goneCents: 0, disputed: {}, shown });
    this.followPlans(memberId);
  }

  buyPrints(memberId: string, cents: number): void {
    const orderId = uuid(this.next());
    const id = `pi_${this.next()}`;
    this.payments.push({ id, memberId, cents, goneCents: 0, disputed: {}, isForPrints: true });
    this.act({ type: 'PurchasePrints', memberId, orderId, paymentId: id, cents, at: this.now() });
  }

  /** By credits; what of them earns nobody anything, too. */
  buyInCredits(buyerId: string, sellerId: string, tenths: number): void {
    if (buyerId === sellerId) return;
    const ids = { purchaseId: uuid(this.next()), generationId: uuid(this.next()), variantId: uuid(this.next()) };
    const terms = imageTerms({ ...ids, sellerId, method: 'credits', tenths });
    this.act({ type: 'PurchaseImage', memberId: buyerId, ...terms, at: this.now() });
  }

  buy(buyerId: string, sellerId: string, cents: number): void {
    if (buyerId === sellerId) return;
    const ids = { purchaseId: uuid(this.next()), generationId: uuid(this.next()), variantId: uuid(this.next()) };
    const terms = imageTerms({ ...ids, sellerId, method: 'dollars', cents });
    this.act({ type: 'PurchaseImage', memberId: buyerId, ...terms, at: this.now() });
  }

  /** What a challenge brought a member, with what strangers paid for her entries; told again it brings nothing more. */
  share(memberId: string, cents: number, again: boolean): void {
    const sums = { shareCents: Math.floor(cents / 10), prizeCents: cents - Math.floor(cents / 10) };
    const day = this.now().toISOString().slice(0, 10);
    const grant: GrantChallengeShare = {
      type: 'GrantChallengeShare',
      memberId,
      competitionId: uuid(this.next()),
      kind: 'poster',
      month: '2026-10',
      day,
      ...sums,
      entries: [],
      at: this.now(),
    };
    this.shared.set(memberId, (this.shared.get(memberId) ?? 0) + cents);
    this.act(grant);
    if (again) this.toTell(() => void this.act(grant));
  }

  refund(which: number, cents: number): void {
    const payment = this.payments[which % Math.max(1, this.payments.length)];
    const left = payment ? payment.cents - payment.goneCents - disputedCents(payment) : 0;
    if (!payment || left <= 0) return;
    const sum = Math.min(cents, left);
    payment.goneCents += sum;
    const { id: paymentId, memberId, shown } = payment;
    const refund = { refundId: `re_${this.next()}`, cents: sum, failed: false, reason: null };
    if (shown) {
      shown.refunds.push({ ...refund, isRest: false });
      this.followPlans(memberId);
    } else this.act({ type: 'RefundWallet', memberId, paymentId, ...refund, at: this.now() });
    this.noteLoss(payment);
  }

  dispute(which: number): void {
    const payment = this.payments[which % Math.max(1, this.payments.length)];
    const left = payment ? payment.cents - payment.goneCents - disputedCents(payment) : 0;
    if (!payment || left <= 0) return;
    const disputeId = `dp_${this.next()}`;
    payment.disputed[disputeId] = left;
    this.disputeChanged(payment, disputeId, left, 'frozen');
    this.noteLoss(payment);
  }

  endDispute(which: number, outcome: 'released' | 'lost'): void {
    const open = this.payments.flatMap((payment) =>
      Object.entries(payment.disputed).map(([disputeId, cents]) => ({ payment, disputeId, cents })),
    );
    const one = open[which % Math.max(1, open.length)];
    if (!one) return;
    const { payment, disputeId, cents } = one;
    delete payment.disputed[disputeId];
    if (outcome === 'lost') payment.goneCents += cents;
    this.disputeChanged(payment, disputeId, cents, outcome);
  }

  /** Until what was sold has reached its seller's account and rested there. */
  rest(): void {
    for (const days of [3, 15]) {
      this.settle();
      this.pass(days);
    }
    this.settle();
  }

  /** All that can be, or refused. At that instant what was paid out may not be more than is held. */
  async payOut(memberId: string): Promise<void> {
    const { tenths, cents } = payableOf(this.of(memberId).account, 14, this.now());
    if (payoutCents({ tenths, cents }) < 50) return;
    const roomCents = await roomOf(memberId, {
      dealingsOf: (id) => Promise.resolve(dealingsOf(this.of(id).account)),
      buyersOf: (id) => Promise.resolve(Object.values(this.of(id).earnings.sales).map(({ buyerId }) => buyerId)),
    });
    const payoutId = uuid(this.next());
    const wanted = {
      type: 'RequestPayout',
      memberId,
      payoutId,
      tenths,
      cents,
      restDays: 14,
      roomCents,
      ...bankAccount,
    } as const;
    const answer = this.act({ ...wanted, at: this.now() });
    if (answer === 'earnings.uncovered') {
      this.refusedForRoom += 1;
      const isDelivered = this.messages.length === 0;
      assert.ok(this.lost || !isDelivered, 'a payout was refused where nothing had been taken back after one');
    }
    if (answer !== undefined) return;
    this.payouts += 1;
    this.lost ||= this.takenBack && this.messages.length > 0;
    this.paidOut.set(memberId, (this.paidOut.get(memberId) ?? 0) + payoutCents({ tenths, cents }));
    const group = this.groupOf(memberId);
    assert.ok(this.paidOutOf(group) <= this.heldOf(group), 'a group was paid out more than is held of it');
    this.paidByShares += Number(this.paidOutOf(group) > this.heldOf(group) - this.sharedOf(group));
    const all = [...this.members.keys()];
    if (!this.lost) assert.ok(this.paidOutOf(all) <= this.heldOf(all), 'more was paid out than is held');
  }

  /** Delivers one message, and perhaps keeps it to be told again. */
  deliver(which: number, again: boolean): void {
    const place = which % Math.max(1, this.messages.length);
    const message = this.messages[place];
    if (!message) return;
    if (!again) this.messages.splice(place, 1);
    message.tell();
  }

  /** Until nothing is left to tell, which it comes to: what comes back after all else. */
  settle(): void {
    for (let told = 0; this.messages.length > 0; told += 1) {
      assert.ok(told < MOST_TOLD, 'what a group has to tell itself never ends');
      const soonest = this.messages.findIndex(({ comesBack }) => !comesBack);
      const [message] = this.messages.splice(Math.max(0, soonest), 1);
      message?.tell();
    }
  }

  /** What sellers have is what the sales that are covered brought, each once. */
  check(): void {
    this.settle();
    for (const [memberId, { account: state, earnings: earned }] of this.members) {
      for (const [purchaseId, { turn, buyerId }] of Object.entries(earned.sales)) {
        assert.equal(
          turn,
          this.of(buyerId).account.purchases[purchaseId]?.turn,
          'a sale does not stand as it is paid for',
        );
      }
      const standing = Object.values(earned.sales).filter(({ turn, matured }) => matured && turn % 2 === 0);
      const brought = standing.reduce((sum, { tenths }) => sum + tenths, 0);
      assert.equal(state.broughtTenths, brought, 'an account has not what its sales brought');
      const spent = Object.values(state.purchases).reduce((sum, { cents }) => sum + cents, 0);
      assert.equal(
        state.cents,
        state.keptCents -
          spent +
          standing.reduce((sum, { cents }) => sum + cents, 0) +
          this.sharedOf([memberId]) -
          state.paidOut.cents,
      );
      assert.equal(heldCents(state), this.heldOf([memberId]));
      assert.ok(state.badDebt.tenths <= state.paidOut.tenths && state.badDebt.cents <= state.paidOut.cents);
    }
  }

  private of(memberId: string): Member {
    const member = this.members.get(memberId);
    assert.ok(member);
    return member;
  }

  /** Whoever traded with whomever a member traded with: the loss of those who never did is not this one's. */
  private groupOf(memberId: string): string[] {
    const group = new Set([memberId]);
    for (const id of group) for (const partner of this.partners.get(id) ?? []) group.add(partner);
    return [...group];
  }

  private noteTrade(one: string, other: string): void {
    this.partners.set(one, (this.partners.get(one) ?? new Set()).add(other));
    this.partners.set(other, (this.partners.get(other) ?? new Set()).add(one));
  }

  private heldOf(memberIds: readonly string[]): number {
    return this.payments
      .filter(({ memberId, isForPrints }) => memberIds.includes(memberId) && !isForPrints)
      .reduce(
        (sum, payment) => sum + payment.cents - payment.goneCents - disputedCents(payment),
        this.sharedOf(memberIds),
      );
  }

  private sharedOf(memberIds: readonly string[]): number {
    return memberIds.reduce((sum, id) => sum + (this.shared.get(id) ?? 0), 0);
  }

  private paidOutOf(memberIds: readonly string[]): number {
    return memberIds.reduce((sum, id) => sum + (this.paidOut.get(id) ?? 0), 0);
  }

  private noteLoss({ isForPrints }: Payment): void {
    if (isForPrints) return;
    this.takenBack = true;
    this.lost ||= this.paidOut.size > 0;
  }

  private disputeChanged(
    { id: paymentId, memberId, shown }: Payment,
    disputeId: string,
    cents: number,
    outcome: 'frozen' | 'released' | 'lost',
  ): void {
    if (shown) {
      const others = shown.disputes.filter((dispute) => dispute.disputeId !== disputeId);
      shown.disputes.splice(0, Infinity, ...others, { disputeId, cents, outcome, reason: null });
      this.followPlans(memberId);
      return;
    }
    const change = { type: 'DisputeWallet', memberId, disputeId, paymentId, cents, outcome, reason: null } as const;
    this.act({ ...change, at: this.now() });
  }

  private followPlans(memberId: string): void {
    this.act({ type: 'FollowPlans', memberId, seen: this.of(memberId).seen, at: this.now() });
  }

  /** The code of its refusal; undefined where it was done. */
  private act(command: AccountCommand): string | undefined {
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
      this.toTell(() => {
        this.earn(sellerId, { type: 'AccrueEarnings', memberId: sellerId, key: purchaseId, ...sale, ...seller, at });
        const turn = this.of(buyerId).account.purchases[purchaseId]?.turn ?? 0;
        this.earn(sellerId, { type: 'TurnSale', memberId: sellerId, purchaseId, turn });
        if (this.of(sellerId).earnings.sales[purchaseId]) this.noteTrade(buyerId, sellerId);
      });
    }
    if (type === 'PurchaseCoverChanged') {
      const { sellerId: memberId, purchaseId, turn, covered } = data;
      this.toTell(() => this.earn(memberId, { type: 'TurnSale', memberId, purchaseId, turn }), covered);
    }
  }

  private followEarnings({ type, data }: EarningsFact): void {
    if (type === 'EarningsMatured') {
      this.toTell(() => void this.act({ type: 'SettleEarnings', ...data, at: this.now() }));
    }
    if ((type === 'EarningsReversed' || type === 'EarningsReinstated') && data.matured) {
      const { memberId, purchaseId, turn, tenths, cents } = data;
      if (tenths === 0 && cents === 0) return;
      const sale = { memberId, purchaseId, turn, tenths, cents, covered: type === 'EarningsReinstated' };
      this.toTell(() => void this.act({ type: 'TurnEarnings', ...sale, at: this.now() }));
    }
  }

  private toTell(tell: () => void, comesBack = false): void {
    this.messages.push({ tell, comesBack });
  }

  private now = (): Date => new Date(this.at);

  private midnight = (): Date => new Date(Math.floor(this.at / DAY_MS) * DAY_MS);

  private next = (): number => (this.count += 1);
}

const disputedCents = ({ disputed }: Payment): number => Object.values(disputed).reduce((sum, cents) => sum + cents, 0);
