import type { SeenDispute, SeenPayment, SeenRefund } from '@easel/contracts/subscriptions/seen-plans.policy';

/** A payment as the card service has it. */
export interface Payment {
  id: string;
  memberId: string;
  cents: number;
  goneCents: number;
  /** Cents by dispute. */
  disputed: Record<string, number>;
  /** The payment of a plan, as the card service returns it. */
  shown?: ShownPayment;
  /** It paid for delivered products, so neither sales nor payouts can use it. */
  isForPrints?: true;
}

export type ShownPayment = SeenPayment & { refunds: SeenRefund[]; disputes: SeenDispute[] };

/** What was paid, taken back and paid out, recorded without the rules under test. */
export class TradingBook {
  readonly payments: Payment[] = [];
  /** Whether a payment was reversed after a payout, or before one whose seller had not processed it. */
  lost = false;
  private takenBack = false;
  private readonly paidOut = new Map<string, number>();
  /** Shares of challenges, which buyers outside of the groups have paid. They are never reversed. */
  private readonly shared = new Map<string, number>();
  /** Trading partners by member, from sales with earnings that the seller has processed. */
  private readonly partners = new Map<string, Set<string>>();

  /** Returns a payment and the cents that can still be reversed; none if everything was. */
  open(which: number): { payment: Payment; left: number } | undefined {
    const payment = this.payments[which % Math.max(1, this.payments.length)];
    const left = payment ? payment.cents - payment.goneCents - disputedCents(payment) : 0;
    return payment && left > 0 ? { payment, left } : undefined;
  }

  noteShare(memberId: string, cents: number): void {
    this.shared.set(memberId, (this.shared.get(memberId) ?? 0) + cents);
  }

  notePayout(memberId: string, cents: number, isDelivered: boolean): void {
    this.lost ||= this.takenBack && !isDelivered;
    this.paidOut.set(memberId, (this.paidOut.get(memberId) ?? 0) + cents);
  }

  /** Returns everyone connected to a member by sales. */
  groupOf(memberId: string): string[] {
    const group = new Set([memberId]);
    for (const id of group) for (const partner of this.partners.get(id) ?? []) group.add(partner);
    return [...group];
  }

  noteTrade(one: string, other: string): void {
    this.partners.set(one, (this.partners.get(one) ?? new Set()).add(other));
    this.partners.set(other, (this.partners.get(other) ?? new Set()).add(one));
  }

  heldOf(memberIds: readonly string[]): number {
    return this.payments
      .filter(({ memberId, isForPrints }) => memberIds.includes(memberId) && !isForPrints)
      .reduce(
        (sum, payment) => sum + payment.cents - payment.goneCents - disputedCents(payment),
        this.sharedOf(memberIds),
      );
  }

  sharedOf(memberIds: readonly string[]): number {
    return memberIds.reduce((sum, id) => sum + (this.shared.get(id) ?? 0), 0);
  }

  paidOutOf(memberIds: readonly string[]): number {
    return memberIds.reduce((sum, id) => sum + (this.paidOut.get(id) ?? 0), 0);
  }

  noteLoss({ isForPrints }: Payment): void {
    if (isForPrints) return;
    this.takenBack = true;
    this.lost ||= this.paidOut.size > 0;
  }
}

const disputedCents = ({ disputed }: Payment): number => Object.values(disputed).reduce((sum, cents) => sum + cents, 0);
