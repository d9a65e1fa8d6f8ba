import type { SubscribedTier } from '@easel/contracts/account/policy';
import { planChargeCents, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import type {
  PlansSeen,
  SeenDispute,
  SeenPayment,
  SeenPlan,
  SeenRefund,
} from '@easel/contracts/subscriptions/seen-plans.policy';

interface Plan extends SeenPlan {
  status: 'active' | 'over';
}

type Payment = Omit<SeenPayment, 'refunds' | 'disputes'> & {
  refunds: (SeenRefund & { isRest: boolean })[];
  disputes: SeenDispute[];
};

type Terms = SeenPlan['renewsAs'];

/** A member's plans and payments at a card service of a test's own, as people and banks move them. */
export class CardBooks {
  private plans: Plan[] = [];
  private payments: Payment[] = [];
  private count = 0;

  /** As they stand: later changes do not reach it. */
  seen(): PlansSeen {
    return structuredClone({ plans: this.plans, payments: this.payments });
  }

  get running(): Plan | undefined {
    return this.plans.findLast(({ status }) => status === 'active');
  }

  paid(index: number): Payment | undefined {
    return this.payments.length > 0 ? this.payments[index % this.payments.length] : undefined;
  }

  buy(terms: Terms, at: Date): void {
    const source = `sub_${++this.count}`;
    this.plans.push({
      source,
      status: 'active',
      leaving: false,
      createdAt: at,
      endedAt: undefined,
      renewsAs: terms,
    });
    this.charge(source, terms, at);
  }

  /** What became due by then: the next period of each plan, or its end. */
  turn(at: Date): void {
    for (const plan of this.plans) {
      for (let due = this.dueOf(plan); due && plan.status === 'active' && due <= at; due = this.dueOf(plan)) {
        if (plan.leaving) Object.assign(plan, { status: 'over', endedAt: due });
        else this.charge(plan.source, plan.renewsAs, due);
      }
    }
  }

  end(source: string, at: Date): void {
    const plan = this.plans.find((one) => one.source === source);
    if (plan?.status === 'active') Object.assign(plan, { status: 'over', endedAt: at });
  }

  refund(payment: Payment, cents: number, isRest = false): boolean {
    const open = payment.disputes.length > 0;
    if (open || cents <= 0 || cents > leftOf(payment)) return false;
    payment.refunds.push({ refundId: `re_${++this.count}`, cents, failed: false, isRest, reason: null });
    return true;
  }

  fail(payment: Payment): void {
    const made = payment.refunds.find(({ failed }) => !failed);
    if (made) made.failed = true;
  }

  dispute(payment: Payment): void {
    if (payment.disputes.length > 0 || leftOf(payment) <= 0) return;
    const disputeId = `dp_${++this.count}`;
    payment.disputes.push({ disputeId, cents: leftOf(payment), outcome: 'frozen', reason: null });
  }

  decide(payment: Payment, outcome: 'released' | 'lost'): void {
    const open = payment.disputes.find((dispute) => dispute.outcome === 'frozen');
    if (open) open.outcome = outcome;
  }

  private charge(source: string, { tier, period }: Terms, from: Date): void {
    this.payments.push({
      paymentId: `pi_${++this.count}`,
      source,
      tier,
      period,
      cents: priceOf(tier, period),
      from,
      until: periodAfter(from, period),
      paidAt: from,
      refunds: [],
      disputes: [],
    });
  }

  private dueOf({ source }: Plan): Date | undefined {
    return this.payments.findLast((payment) => payment.source === source)?.until;
  }
}

export const leftOf = ({ cents, refunds }: Pick<SeenPayment, 'cents' | 'refunds'>): number =>
  cents - refunds.reduce((sum, refund) => sum + (refund.failed ? 0 : refund.cents), 0);

const priceOf = (tier: SubscribedTier, period: BillingPeriod): number => {
  const cents = planChargeCents(tier, period);
  if (cents === undefined) throw new Error(`${tier} is not sold`);
  return cents;
};

function periodAfter(from: Date, period: BillingPeriod): Date {
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + (period === 'yearly' ? 12 : 1));
  return until;
}
