import { allowanceTenths, utcMonth } from '@easel/contracts/account/policy';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { changeOf, tierInForce, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { asOf, isSettled, settledBy, type Account } from './account-state.decider.ts';
import type { RevokeCredits } from './credits.decider.ts';
import type { ChangeSubscription } from './subscription.decider.ts';

/** A subscription as it stands where it is paid for. */
export interface SeenSubscription {
  /** Its name there. */
  source: string;
  tier: SubscribedTier;
  period: BillingPeriod;
  /** `cancelled` is paid for until its end; `over` has ended already. */
  status: 'active' | 'cancelled' | 'over';
  /** Until when it is paid for; of one that is over, when it ended. */
  endDate: Date;
  /** When that was paid. */
  paidAt: Date;
}

/** The payment of a subscription that went back. */
export interface Reversal {
  source: string;
  paymentId: string;
  by: 'refund' | 'dispute';
  at: Date;
}

/** A plan that is due again, its payment having come back. */
export interface Reinstatement {
  source: string;
  paymentId: string;
  tier: SubscribedTier;
  period: BillingPeriod;
  endDate: Date;
}

export const hasFollowed = (state: Account, source: string): boolean =>
  isSettled(state, settledBy.subscription(source));

/**
 * What brings an account to a subscription that was seen; undefined where it stands so, or goes its own way. Two that see
 * the same from the same account ask for the same change, whatever told them to look; a later change has another key.
 */
export function changeSeen(
  memberId: string,
  seen: SeenSubscription,
  state: Account,
  at: Date,
): ChangeSubscription | undefined {
  const { source } = seen;
  const present = state.subscription;
  const own = present.source === source;
  const inForce = tierInForce(present, at);
  if (seen.paidAt.toISOString() <= (state.reversals[source] ?? '')) return undefined;
  const change = {
    type: 'ChangeSubscription' as const,
    memberId,
    key: hasFollowed(state, source) ? `${source}@${present.effectiveAt}` : source,
    source,
    effectiveAt: later(seen.paidAt, present.effectiveAt),
    at,
  };

  if (seen.status === 'over') {
    if (!own || inForce === 'free' || isSettled(state, settledBy.subscription(reinstated(source)))) return undefined;
    const { tier, period, endDate } = present;
    if (endDate !== null && endDate <= seen.endDate.toISOString()) return undefined;
    return { ...change, tier, status: 'cancelled', period, endDate: seen.endDate, reason: 'cancellation' };
  }

  const { tier, status, period, endDate } = seen;
  if (!own) {
    // A member who took a lesser plan meanwhile, or has a better one by another's grace, keeps it.
    if (status === 'cancelled' && hasFollowed(state, source)) return undefined;
    if (changeOf(inForce, tier) === 'downgrade') return undefined;
    return { ...change, tier, status, period, endDate, reason: 'purchase' };
  }
  const stands =
    present.tier === tier &&
    present.status === status &&
    present.period === period &&
    present.endDate === endDate.toISOString();
  if (stands) return undefined;
  const ended = (status === 'cancelled' && present.status !== 'cancelled') || isShorter(endDate, present.endDate);
  const step = changeOf(present.tier, tier);
  const reason = ended ? 'cancellation' : reasonOf[step];
  return { ...change, tier, status, period, endDate, reason };
}

/** Ends a subscription whose payment went back; of one that the account does not know yet, it is remembered. */
export function reversalOf(memberId: string, reversal: Reversal, state: Account, at: Date): ChangeSubscription {
  const { source, paymentId } = reversal;
  const own = state.subscription.source === source;
  return {
    type: 'ChangeSubscription',
    memberId,
    key: `reversal:${paymentId}`,
    tier: 'free',
    status: 'ended',
    period: null,
    endDate: null,
    reason: 'reversal',
    source,
    effectiveAt: own ? later(reversal.at, state.subscription.effectiveAt) : reversal.at,
    at,
  };
}

/** What the plan had brought this month beyond what free members have, as far as it was not taken back before. */
export function revocationOf(
  memberId: string,
  { source, paymentId, by }: Reversal,
  state: Account,
  at: Date,
): RevokeCredits | undefined {
  const { subscription } = state;
  if (subscription.source !== source || subscription.status !== 'ended') return undefined;
  const now = asOf(state, at);
  const before = Object.keys(state.settled).reduce(
    (most, key) => Math.max(most, levelIn(key, now.month)),
    allowanceTenths('free'),
  );
  const tenths = now.monthAllowanceTenths - before;
  if (tenths <= 0) return undefined;
  const key = `plan:${now.month}:${now.monthAllowanceTenths}:${paymentId}:${tenths}`;
  return { type: 'RevokeCredits', memberId, key, tenths, reason: by, note: null, at };
}

export function reinstatementOf(memberId: string, paid: Reinstatement, state: Account, at: Date): ChangeSubscription {
  const { source, tier, period, endDate } = paid;
  return {
    type: 'ChangeSubscription',
    memberId,
    key: reinstated(source),
    tier,
    status: 'cancelled',
    period,
    endDate,
    reason: 'purchase',
    source,
    effectiveAt: later(at, state.subscription.effectiveAt),
    at,
  };
}

/** What a reversal had revoked, in tenths of a credit, as far as it is still the month of it. */
export function revokedFor(paymentId: string, state: Account, at: Date): number {
  const ofPayment = new RegExp(`^revocation:plan:${utcMonth(at)}:\\d+:${paymentId}:(\\d+)$`);
  return Object.keys(state.settled).reduce((sum, key) => sum + Number(ofPayment.exec(key)?.[1] ?? 0), 0);
}

const reasonOf = { upgrade: 'purchase', same: 'renewal', downgrade: 'downgrade' } as const;

/** As when a renewal was expected, and is not paid. */
const isShorter = (endDate: Date, present: string | null): boolean =>
  present !== null && endDate.toISOString() < present;

const reinstated = (source: string): string => `${source}:reinstated`;

/** The allowance up to which a plan's reversal has taken back in a month. */
const levelIn = (key: string, month: string): number =>
  Number(new RegExp(`^revocation:plan:${month}:(\\d+):`).exec(key)?.[1] ?? 0);

/** Every change is later than the one before it, whatever the clocks say. */
function later(instant: Date, present: string): Date {
  return present === '' ? instant : new Date(Math.max(instant.getTime(), Date.parse(present) + 1));
}
