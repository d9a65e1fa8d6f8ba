import type { SubscribedTier } from '../account/policy.ts';
import { changeOf, type BillingPeriod } from './policy.ts';

/** A member's plans as they stand where they are paid for, and which of them counts. */

export interface SeenPlan {
  /** Its name there. */
  source: string;
  /** `over` has ended there; `unpaid` was never paid for. */
  status: 'active' | 'owing' | 'over' | 'unpaid';
  /** Whether it ends with what is paid for. */
  leaving: boolean;
  createdAt: Date;
  endedAt: Date | undefined;
  /** What is charged for next. */
  renewsAs: { tier: SubscribedTier; period: BillingPeriod };
}

export interface SeenRefund {
  refundId: string;
  cents: number;
  /** In the end: its money has come back. */
  failed: boolean;
  /** Whether a better plan made it. */
  isRest: boolean;
  reason: string | null;
}

export interface SeenDispute {
  disputeId: string;
  cents: number;
  outcome: 'frozen' | 'released' | 'lost';
  reason: string | null;
}

export interface SeenPayment {
  paymentId: string;
  /** Of the plan. */
  source: string;
  tier: SubscribedTier;
  period: BillingPeriod;
  cents: number;
  from: Date;
  until: Date;
  paidAt: Date;
  /** Stripe's `livemode` if a live key is set, otherwise undefined. */
  livemode?: boolean | undefined;
  refunds: readonly SeenRefund[];
  disputes: readonly SeenDispute[];
}

export interface PlansSeen {
  plans: readonly SeenPlan[];
  payments: readonly SeenPayment[];
}

export interface InForce {
  plan: SeenPlan;
  payment: SeenPayment;
}

/** What is left of a payment, as seen. */
export const keptOf = ({ cents, refunds, disputes }: SeenPayment): number =>
  cents -
  refunds.reduce((sum, refund) => sum + (refund.failed ? 0 : refund.cents), 0) -
  disputes.reduce((sum, dispute) => sum + (dispute.outcome === 'released' ? 0 : dispute.cents), 0);

/**
 * Finds payments that came for a plan after it had ended, as where a bank took its time and the member was erased
 * meanwhile. Nothing is had for them, so they go back; one that was refunded in part or is disputed is left alone.
 */
export const latePayments = ({ plans, payments }: PlansSeen): SeenPayment[] =>
  payments.filter(
    ({ source, paidAt, refunds, disputes }) =>
      refunds.length === 0 &&
      disputes.length === 0 &&
      plans.some(
        ({ source: of, status, endedAt }) =>
          of === source && endedAt !== undefined && (status === 'unpaid' || paidAt > endedAt),
      ),
  );

export const isRunning = ({ status }: SeenPlan): boolean => status === 'active' || status === 'owing';

/**
 * Whoever disputes a payment is charged no more, whatever becomes of it; nor is anybody whose whole period was paid
 * back.
 */
export function isToEnd(plan: SeenPlan, { payments }: PlansSeen): boolean {
  const own = payments.filter(({ source }) => source === plan.source);
  const newest = own.toSorted(byBeginning).at(-1);
  return own.some(({ disputes }) => disputes.length > 0) || (newest !== undefined && keptOf(newest) <= 0);
}

/** The one of those that are charged for that a member keeps: one that is paid for, then what was chosen last. */
export const keptPlan = (seen: PlansSeen, at: Date): SeenPlan | undefined =>
  seen.plans
    .filter((plan) => isRunning(plan) && !isToEnd(plan, seen))
    .toSorted((a, b) => Number(isOutlived(a, seen, at)) - Number(isOutlived(b, seen, at)) || byChoice(a, b))[0];

/**
 * Whether all that was paid for is over, as where a bank took its time; of a plan that is new nothing may be seen yet.
 */
function isOutlived({ source }: SeenPlan, { payments }: PlansSeen, at: Date): boolean {
  const own = payments.filter((payment) => payment.source === source);
  return own.length > 0 && own.every(({ until }) => until <= at);
}

/**
 * What counts at an instant: the plan that is kept, or a better one that was ended for a payment that has come back
 * since. Undefined where nothing that is paid for is left.
 */
export function planInForce(seen: PlansSeen, at: Date): InForce | undefined {
  const kept = keptPlan(seen, at);
  return liveOf(seen, at)
    .filter(({ plan }) => plan === kept || !isRunning(plan) || isToEnd(plan, seen))
    .toSorted(
      (a, b) => byTier(b.payment.tier, a.payment.tier) || b.payment.until.getTime() - a.payment.until.getTime(),
    )[0];
}

/** Of the plans that make way for the one in force, what is paid for beyond an instant. */
export const othersOf = (seen: PlansSeen, inForce: InForce, at: Date): InForce[] =>
  seen.plans
    .filter((plan) => plan !== inForce.plan && plan.createdAt <= inForce.plan.createdAt)
    .flatMap((plan) =>
      seen.payments
        .filter((payment) => payment.source === plan.source && isLive({ plan, payment }, seen, at))
        .map((payment) => ({ plan, payment })),
    );

/** The newest payment of each plan that still counts. */
const liveOf = (seen: PlansSeen, at: Date): InForce[] =>
  seen.plans.flatMap((plan) => {
    const own = seen.payments.filter(
      (payment) => payment.source === plan.source && isLive({ plan, payment }, seen, at),
    );
    const payment = own.toSorted(byBeginning).at(-1);
    return payment ? [{ plan, payment }] : [];
  });

/**
 * A plan that has ended there counts on where the way back of a payment, for whichever of its periods, had ended it,
 * and not where another made it way.
 */
function isLive({ plan, payment }: InForce, { payments }: PlansSeen, at: Date): boolean {
  const { until, refunds } = payment;
  if (until <= at || keptOf(payment) <= 0 || refunds.some(({ isRest }) => isRest)) return false;
  const own = payments.filter(({ source }) => source === plan.source);
  const wasTakenBack = own.some((one) => one.disputes.length > 0 || one.refunds.some(({ failed }) => failed));
  return plan.endedAt === undefined || plan.endedAt > at || wasTakenBack;
}

function byChoice(a: SeenPlan, b: SeenPlan): number {
  if (a.status !== b.status) return a.status === 'active' ? -1 : 1;
  const newer = b.createdAt.getTime() - a.createdAt.getTime();
  if (newer !== 0) return newer;
  // Begun in the same second, the one that somebody can have changed to is the later: the higher, or of a tier the
  // yearly.
  const better = byTier(b.renewsAs.tier, a.renewsAs.tier) || byPeriod(b.renewsAs.period, a.renewsAs.period);
  return better || (a.source < b.source ? 1 : -1);
}

const byPeriod = (a: BillingPeriod, b: BillingPeriod): number => Number(a === 'yearly') - Number(b === 'yearly');

const byBeginning = (a: SeenPayment, b: SeenPayment): number => a.from.getTime() - b.from.getTime();

function byTier(a: SubscribedTier, b: SubscribedTier): number {
  const change = changeOf(b, a);
  return change === 'upgrade' ? 1 : change === 'downgrade' ? -1 : 0;
}
