import type { AccountFact, subscriptionReasons } from '@easel/contracts/account/events';
import { allowanceTenths, type SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  changeOf,
  isPaid,
  subscriptionProblems,
  tierInForce,
  type BillingPeriod,
  type Subscription,
  type SubscriptionStatus,
} from '@easel/contracts/subscriptions/policy';
import { asOf, isSettled, settle, settledBy, type Account, type DataOf } from './account-state.decider.ts';
import { allowanceGranted, openMonth } from './credits.decider.ts';

/** What was decided elsewhere, by a payment or an operator; it is never refused. */
export interface ChangeSubscription {
  type: 'ChangeSubscription';
  memberId: string;
  /** Settles it. */
  key: string;
  tier: SubscribedTier;
  status: SubscriptionStatus;
  period: BillingPeriod | null;
  endDate: Date | null;
  reason: (typeof subscriptionReasons)[number];
  source: string | null;
  /** When it was decided there. */
  effectiveAt: Date;
  at: Date;
}

/** What a member may do without paying: take a lesser plan until the end of the one that is paid for. */
export interface DowngradeSubscription {
  type: 'DowngradeSubscription';
  memberId: string;
  /** Settles it. */
  key: string;
  tier: SubscribedTier;
  at: Date;
}

export function changeSubscription(command: ChangeSubscription, state: Account): AccountFact[] {
  const { memberId, key, tier, status, period, endDate, reason, source, effectiveAt } = command;
  if (isSettled(state, settledBy.subscription(key)) || isOvertaken(command, state)) return [];
  const terms = isOfAnother(command, state)
    ? termsOf(state)
    : { tier, status, period, endDate: endDate?.toISOString() ?? null };
  return changed(command, state, {
    memberId,
    key,
    ...terms,
    reason,
    source,
    effectiveAt: effectiveAt.toISOString(),
  });
}

const termsOf = ({ subscription: { tier, status, period, endDate } }: Account): Subscription => ({
  tier,
  status,
  period,
  endDate,
});

/** A payment that was taken back, of which this subscription knows nothing: it is remembered, in case the payment follows. */
const isOfAnother = (
  { reason, source }: Pick<ChangeSubscription, 'reason' | 'source'>,
  { subscription }: Account,
): boolean => reason === 'reversal' && source !== null && source !== subscription.source;

/**
 * Told too late, taken back already, or of a subscription that is no longer this one. What was paid for is never passed
 * over for being late.
 */
function isOvertaken(command: ChangeSubscription, { subscription, reversals }: Account): boolean {
  const { reason, source, tier, at } = command;
  const effectiveAt = command.effectiveAt.toISOString();
  if (reason === 'reversal') return false;
  const another = source !== null && source !== subscription.source;
  if (reason === 'cancellation') return another;
  if (source !== null && (reversals[source] ?? '') >= effectiveAt) return true;
  if (effectiveAt >= subscription.effectiveAt) return false;
  const paidLate = reason === 'purchase' && another && changeOf(tierInForce(subscription, at), tier) === 'upgrade';
  return !paidLate;
}

export function downgradeSubscription(command: DowngradeSubscription, state: Account): AccountFact[] {
  const { memberId, key, tier, at } = command;
  if (isSettled(state, settledBy.subscription(key))) return [];
  const change = changeOf(tierInForce(state.subscription, at), tier);
  if (change === 'upgrade') throw new Refused(subscriptionProblems.paymentRequired);
  if (change === 'same') return [];
  const { status, period, endDate, source } = state.subscription;
  const terms = isPaid(tier)
    ? { status, period, endDate, source }
    : { status: 'active' as const, period: null, endDate: null, source: null };
  return changed(command, state, {
    memberId,
    key,
    tier,
    ...terms,
    reason: 'downgrade',
    effectiveAt: at.toISOString(),
  });
}

/** The running month's allowance grows to the new plan's, once; it never shrinks. */
function changed(
  { memberId, at }: { memberId: string; at: Date },
  state: Account,
  data: DataOf<'SubscriptionChanged'>,
): AccountFact[] {
  const now = asOf(state, at);
  const allowance = allowanceTenths(tierInForce(data, at));
  const facts: AccountFact[] = [...openMonth({ memberId, at }, state), { type: 'SubscriptionChanged', data }];
  if (allowance > now.monthAllowanceTenths) {
    facts.push(
      allowanceGranted({
        memberId,
        month: now.month,
        tenths: allowance - now.monthAllowanceTenths,
        key: `allowance:${now.month}:${allowance}`,
      }),
    );
  }
  return facts;
}

export function applySubscription(state: Account, data: DataOf<'SubscriptionChanged'>): void {
  const { key, tier, status, period, endDate, source, effectiveAt } = data;
  const another = isOfAnother(data, state);
  settle(state, settledBy.subscription(key));
  if (data.reason === 'reversal' && source !== null) state.reversals[source] = effectiveAt;
  if (another) return;
  state.tier = tier;
  state.subscription = { tier, status, period, endDate, source, effectiveAt };
}
