import assert from 'node:assert/strict';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { payoutCents } from '@easel/contracts/earnings/policy';
import { planChargeCents } from '@easel/contracts/subscriptions/policy';
import type { GrantChallengeShare } from '../../account/challenge-shares.decider.ts';
import { dealingsOf, heldCents } from '../../account/cover.decider.ts';
import { payableOf } from '../../account/payouts.decider.ts';
import { bankAccount, imageTerms } from '../../account/testing/account-facts.ts';
import { roomOf } from '../payout-room.ts';
import { DAY_MS, TradingAccounts, uuid } from './trading-accounts.ts';
import type { Payment } from './trading-book.ts';

/** The steps of members, card service and operators, and the checks after them. */
export class TradingWorld extends TradingAccounts {
  payouts = 0;
  /** Number of payouts that only shares of challenges made possible. */
  paidByShares = 0;
  refusedForRoom = 0;

  topUp(memberId: string, cents: number): void {
    const id = `pi_${this.next()}`;
    this.book.payments.push({ id, memberId, cents, goneCents: 0, disputed: {} });
    this.act({ type: 'TopUpWallet', memberId, paymentId: id, sessionId: null, cents, at: this.now() });
  }

  /** Pays for a month of a plan, unless one is in force. */
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
    this.book.payments.push({ id, memberId, cents, goneCents: 0, disputed: {}, shown });
    this.followPlans(memberId);
  }

  buyPrints(memberId: string, cents: number): void {
    const orderId = uuid(this.next());
    const id = `pi_${this.next()}`;
    this.book.payments.push({ id, memberId, cents, goneCents: 0, disputed: {}, isForPrints: true });
    this.act({ type: 'PurchasePrints', memberId, orderId, paymentId: id, cents, at: this.now() });
  }

  /** Buys with credits, including free credits, which earn nothing. */
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

  /** Grants a share of a challenge, paid by members outside of the groups. A repeat grants nothing. */
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
    this.book.noteShare(memberId, cents);
    this.act(grant);
    if (again) this.send(() => void this.act(grant));
  }

  refund(which: number, cents: number): void {
    const open = this.book.open(which);
    if (!open) return;
    const { payment, left } = open;
    const sum = Math.min(cents, left);
    payment.goneCents += sum;
    const { id: paymentId, memberId, shown } = payment;
    const refund = { refundId: `re_${this.next()}`, cents: sum, failed: false, reason: null };
    if (shown) {
      shown.refunds.push({ ...refund, isRest: false });
      this.followPlans(memberId);
    } else this.act({ type: 'RefundWallet', memberId, paymentId, ...refund, at: this.now() });
    this.book.noteLoss(payment);
  }

  dispute(which: number): void {
    const open = this.book.open(which);
    if (!open) return;
    const { payment, left } = open;
    const disputeId = `dp_${this.next()}`;
    payment.disputed[disputeId] = left;
    this.disputeChanged(payment, disputeId, left, 'frozen');
    this.book.noteLoss(payment);
  }

  endDispute(which: number, outcome: 'released' | 'lost'): void {
    const open = this.book.payments.flatMap((payment) =>
      Object.entries(payment.disputed).map(([disputeId, cents]) => ({ payment, disputeId, cents })),
    );
    const one = open[which % Math.max(1, open.length)];
    if (!one) return;
    const { payment, disputeId, cents } = one;
    delete payment.disputed[disputeId];
    if (outcome === 'lost') payment.goneCents += cents;
    this.disputeChanged(payment, disputeId, cents, outcome);
  }

  /** Passes time until all sales are in the accounts of their sellers and can be paid out. */
  rest(): void {
    for (const days of [3, 15]) {
      this.settle();
      this.pass(days);
    }
    this.settle();
  }

  /** Requests everything payable, and checks that no more is paid out than is held. */
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
      assert.ok(this.book.lost || !isDelivered, 'a payout was refused where nothing had been taken back after one');
    }
    if (answer !== undefined) return;
    this.payouts += 1;
    this.book.notePayout(memberId, payoutCents({ tenths, cents }), this.messages.length === 0);
    const group = this.book.groupOf(memberId);
    assert.ok(this.book.paidOutOf(group) <= this.book.heldOf(group), 'a group was paid out more than is held of it');
    this.paidByShares += Number(this.book.paidOutOf(group) > this.book.heldOf(group) - this.book.sharedOf(group));
    const all = [...this.members.keys()];
    if (!this.book.lost) assert.ok(this.book.paidOutOf(all) <= this.book.heldOf(all), 'more was paid out than is held');
  }

  /** Checks that accounts have the earnings of covered sales, each once. */
  check(): void {
    this.settle();
    for (const [memberId, { account: state, earnings: earned }] of this.members) {
      for (const [purchaseId, { turn, buyerId }] of Object.entries(earned.sales)) {
        assert.equal(turn, this.of(buyerId).account.purchases[purchaseId]?.turn, 'a sale differs from its payment');
      }
      const standing = Object.values(earned.sales).filter(({ turn, matured }) => matured && turn % 2 === 0);
      const brought = standing.reduce((sum, { tenths }) => sum + tenths, 0);
      assert.equal(state.broughtTenths, brought, 'an account lacks earnings of its sales');
      const spent = Object.values(state.purchases).reduce((sum, { cents }) => sum + cents, 0);
      assert.equal(
        state.cents,
        state.keptCents -
          spent +
          standing.reduce((sum, { cents }) => sum + cents, 0) +
          this.book.sharedOf([memberId]) -
          state.paidOut.cents,
      );
      assert.equal(heldCents(state), this.book.heldOf([memberId]));
      assert.ok(state.badDebt.tenths <= state.paidOut.tenths && state.badDebt.cents <= state.paidOut.cents);
    }
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
}
