import type { AccountFact, subscriptionReasons } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import {
  FREE_TENTHS,
  keptCents,
  monthsTouched,
  monthTenths,
  restCents,
} from '@easel/contracts/subscriptions/entitlement.policy';
import {
  changeOf,
  tierInForce,
  type BillingPeriod,
  type SubscriptionStatus,
} from '@easel/contracts/subscriptions/policy';
import { AccountDraft } from './account-fold.decider.ts';
import { isSettled, settledBy, type Account, type DataOf } from './account-state.decider.ts';
import { openMonth } from './credits.decider.ts';
import { settleEntitlement } from './entitlement.decider.ts';
import { openedBy } from './month.decider.ts';
import {
  isRunning,
  isToEnd,
  othersOf,
  planInForce,
  type InForce,
  type PlansSeen,
  type SeenPayment,
} from '@easel/contracts/subscriptions/seen-plans.policy';

/** All that stands at the card service of a member's plans; it is never refused, and seen again it changes nothing. */
export interface FollowPlans {
  type: 'FollowPlans';
  memberId: string;
  seen: PlansSeen;
  at: Date;
}

export function followPlans({ memberId, seen, at }: FollowPlans, state: Account): AccountFact[] {
  const draft = new AccountDraft(state);
  draft.add(...openMonth({ memberId, at }, draft.state));
  const opening = draft.facts.length;
  const inForce = planInForce(seen, at);
  for (const payment of seen.payments.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
    notePayment(draft, memberId, payment, inForce?.payment === payment);
    noteRefunds(draft, memberId, payment);
    noteDisputes(draft, memberId, payment);
  }
  noteTerms(draft, memberId, seen, at);
  settleEntitlement(draft, memberId, at);
  return draft.facts.length > opening ? draft.facts : [];
}

/** What is to be given back of a plan's payment, in cents, because another plan has begun. */
export interface Rest {
  source: string;
  paymentId: string;
  cents: number;
}

/** What goes back of plans that make way for the one in force, by the months that the account has opened by each. */
export function restsOf(state: Account, seen: PlansSeen, at: Date): Rest[] {
  const inForce = planInForce(seen, at);
  if (!inForce) return [];
  return othersOf(seen, inForce, at).flatMap(({ plan: { source }, payment: { paymentId } }) => {
    const payment = state.payments[paymentId];
    if (!payment) return [];
    const cents = restCents(payment, openedBy(state, paymentId).length, inForce.plan.createdAt);
    return cents > 0 ? [{ source, paymentId, cents }] : [];
  });
}

function notePayment(draft: AccountDraft, memberId: string, payment: SeenPayment, isInForce: boolean): void {
  const { paymentId, source, tier, period, cents, from, until, paidAt, livemode } = payment;
  if (isSettled(draft.state, settledBy.payment(paymentId))) return;
  draft.add({
    type: 'PlanPaid',
    data: {
      memberId,
      paymentId,
      source,
      tier,
      period,
      cents,
      from: from.toISOString(),
      until: until.toISOString(),
      paidAt: paidAt.toISOString(),
      ...(livemode !== undefined && { livemode }),
      month: isInForce ? monthThatPasses(draft.state, payment) : null,
    },
  });
}

/**
 * The running month's allowance becomes the better plan's; one granted before payments were written down its own
 * payment's.
 */
function monthThatPasses(state: Account, { source, tier, cents, from, until }: SeenPayment): string | null {
  const { month, months, payments } = state;
  const running = months[month];
  const period = { from: from.toISOString(), until: until.toISOString() };
  if (!running || !monthsTouched(period).includes(month)) return null;
  if (running.paymentId !== null) return payments[running.paymentId]?.source === source ? null : month;
  const level = state.monthAllowanceTenths;
  const due = monthTenths({ tier, cents, refundedCents: 0, disputedCents: 0, ...period }, 1, 0);
  return level > FREE_TENTHS && level <= due ? month : null;
}

function noteRefunds(draft: AccountDraft, memberId: string, { paymentId, refunds, livemode }: SeenPayment): void {
  for (const { refundId, cents, failed, reason } of refunds) {
    const fact = (outcome: DataOf<'PlanRefunded'>['outcome']): AccountFact => ({
      type: 'PlanRefunded',
      data: { memberId, refundId, paymentId, cents, outcome, reason, ...(livemode !== undefined && { livemode }) },
    });
    if (!isSettled(draft.state, settledBy.refund(refundId))) draft.add(fact('made'));
    if (failed && !isSettled(draft.state, settledBy.refundFailure(refundId))) draft.add(fact('failed'));
  }
}

function noteDisputes(draft: AccountDraft, memberId: string, { paymentId, disputes, livemode }: SeenPayment): void {
  for (const { disputeId, cents, outcome, reason } of disputes) {
    const fact = (said: typeof outcome): AccountFact => ({
      type: 'PlanDisputed',
      data: {
        memberId,
        disputeId,
        paymentId,
        cents,
        outcome: said,
        reason,
        ...(livemode !== undefined && { livemode }),
      },
    });
    if (!isSettled(draft.state, settledBy.dispute(disputeId))) draft.add(fact('frozen'));
    if (outcome !== 'frozen' && !isSettled(draft.state, settledBy.disputeEnd(disputeId))) draft.add(fact(outcome));
  }
}

interface Terms {
  tier: SubscribedTier;
  status: SubscriptionStatus;
  period: BillingPeriod | null;
  endDate: string | null;
  next: { tier: SubscribedTier; period: BillingPeriod } | null;
  source: string | null;
}

function noteTerms(draft: AccountDraft, memberId: string, seen: PlansSeen, at: Date): void {
  const { state } = draft;
  const present = state.subscription;
  const inForce = planInForce(seen, at);
  const terms = inForce ? termsOf(inForce, seen) : endedTerms(state, seen, at);
  if (!terms || isSame(present, terms)) return;
  const isOthersGrace = !seen.plans.some(({ source }) => source === present.source);
  // A member who has a better plan by another's grace keeps it.
  if (isOthersGrace && changeOf(tierInForce(present, at), terms.tier) === 'downgrade') return;
  const { source } = terms;
  const isNew = source !== null && !isSettled(state, settledBy.subscription(source));
  draft.add({
    type: 'SubscriptionChanged',
    data: {
      memberId,
      key: isNew ? source : `${source}@${state.nextRevision}`,
      ...terms,
      reason: reasonOf(present, terms, at),
      effectiveAt: at.toISOString(),
    },
  });
}

function termsOf({ plan, payment }: InForce, seen: PlansSeen): Terms {
  const { tier, period, until, source } = payment;
  const renews = isRunning(plan) && !plan.leaving && !isToEnd(plan, seen);
  const isOther = plan.renewsAs.tier !== tier || plan.renewsAs.period !== period;
  return {
    tier,
    status: renews ? 'active' : 'cancelled',
    period,
    endDate: until.toISOString(),
    next: renews && isOther ? plan.renewsAs : null,
    source,
  };
}

/** Where nothing is in force any more: undefined where the account knows, or has its plan from elsewhere. */
function endedTerms({ subscription, payments }: Account, seen: PlansSeen, at: Date): Terms | undefined {
  const { tier, period, source } = subscription;
  const plan = seen.plans.find((one) => one.source === source);
  if (!plan || tierInForce(subscription, at) === 'free') return undefined;
  const own = Object.values(payments).filter((paid) => paid.source === source);
  const wentBack = own.some((paid) => Date.parse(paid.until) > at.getTime() && keptCents(paid) === 0);
  if (wentBack) return { tier: 'free', status: 'ended', period: null, endDate: null, next: null, source };
  if (plan.endedAt === undefined) return undefined;
  return { tier, status: 'cancelled', period, endDate: plan.endedAt.toISOString(), next: null, source };
}

const isSame = (a: Terms, b: Terms): boolean =>
  a.tier === b.tier &&
  a.status === b.status &&
  a.period === b.period &&
  a.endDate === b.endDate &&
  a.source === b.source &&
  a.next?.tier === b.next?.tier &&
  a.next?.period === b.next?.period;

function reasonOf(present: Terms, terms: Terms, at: Date): (typeof subscriptionReasons)[number] {
  if (terms.status === 'ended') return 'reversal';
  const change = changeOf(tierInForce(present, at), terms.tier);
  if (change === 'upgrade' || terms.source !== present.source) return 'purchase';
  if (change === 'downgrade' || (terms.next && !present.next)) return 'downgrade';
  const isShorter = terms.endDate !== null && present.endDate !== null && terms.endDate < present.endDate;
  if (isShorter || (terms.status === 'cancelled' && present.status === 'active')) return 'cancellation';
  return 'renewal';
}
