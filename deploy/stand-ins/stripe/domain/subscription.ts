import { periodEnd, type Recurrence } from './calendar.ts';

/** What of a subscription moves; times in seconds since 1970. */
export interface SubscriptionState {
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  anchorS: number;
  periodStartS: number;
  periodEndS: number;
  recurrence: Recurrence;
  cancelAtPeriodEnd: boolean;
  canceledAtS: number | null;
  endedAtS: number | null;
  /** Attempts to collect the open invoice that failed. */
  failedAttempts: number;
  nextAttemptS: number | null;
  reason: 'cancellation_requested' | 'payment_failed' | null;
}

const DAY_S = 86_400;
/** How long after each failed attempt the next one comes; after the last the subscription ends. */
const RETRY_AFTER_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S];

export function started(nowS: number, recurrence: Recurrence, paid: boolean): SubscriptionState {
  return {
    status: paid ? 'active' : 'incomplete',
    anchorS: nowS,
    periodStartS: nowS,
    periodEndS: periodEnd(nowS, nowS, recurrence),
    recurrence,
    cancelAtPeriodEnd: false,
    canceledAtS: null,
    endedAtS: null,
    failedAttempts: 0,
    nextAttemptS: null,
    reason: null,
  };
}

export const isLive = (state: SubscriptionState) => state.status === 'active' || state.status === 'past_due';

/** What the end of a period means: another one to be paid for, or the end. */
export function atPeriodEnd(state: SubscriptionState): 'renew' | 'end' | 'nothing' {
  if (!isLive(state)) return 'nothing';
  // Stripe's own retries take less than a period: who still owes at its end has lost the subscription.
  return state.cancelAtPeriodEnd || state.status === 'past_due' ? 'end' : 'renew';
}

/** The next period, its invoice not yet paid. */
export function renewed(state: SubscriptionState): SubscriptionState {
  const periodStartS = state.periodEndS;
  return { ...state, periodStartS, periodEndS: periodEnd(state.anchorS, periodStartS, state.recurrence) };
}

export function paid(state: SubscriptionState): SubscriptionState {
  if (!isLive(state) && state.status !== 'incomplete') return state;
  return { ...state, status: 'active', failedAttempts: 0, nextAttemptS: null };
}

/** After an attempt to collect that failed; the last one ends the subscription. */
export function paymentFailed(state: SubscriptionState, nowS: number): SubscriptionState {
  if (state.status === 'incomplete') return { ...state, status: 'incomplete_expired', endedAtS: nowS };
  if (!isLive(state)) return state;
  const wait = RETRY_AFTER_S[state.failedAttempts];
  const failedAttempts = state.failedAttempts + 1;
  if (wait === undefined) return { ...ended(state, nowS, 'payment_failed'), failedAttempts };
  return { ...state, status: 'past_due', failedAttempts, nextAttemptS: nowS + wait };
}

export function cancelling(state: SubscriptionState, atEnd: boolean, nowS: number): SubscriptionState {
  if (state.cancelAtPeriodEnd === atEnd) return state;
  return {
    ...state,
    cancelAtPeriodEnd: atEnd,
    canceledAtS: atEnd ? nowS : null,
    reason: atEnd ? 'cancellation_requested' : null,
  };
}

export function ended(
  state: SubscriptionState,
  nowS: number,
  reason: NonNullable<SubscriptionState['reason']>,
): SubscriptionState {
  return {
    ...state,
    // Stripe keeps apart what was never paid for.
    status: state.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    endedAtS: nowS,
    canceledAtS: state.canceledAtS ?? nowS,
    nextAttemptS: null,
    reason: state.reason ?? reason,
  };
}

/** At the same rhythm the period goes on; at another one it begins anew, now. */
export function repriced(state: SubscriptionState, recurrence: Recurrence, nowS: number): SubscriptionState {
  const { interval, count } = state.recurrence;
  if (recurrence.interval === interval && recurrence.count === count) return state;
  const periodEndS = periodEnd(nowS, nowS, recurrence);
  return { ...state, recurrence, anchorS: nowS, periodStartS: nowS, periodEndS };
}

/** When something happens by itself, or never. */
export function nextDueS(state: SubscriptionState): number | null {
  if (!isLive(state)) return null;
  return Math.min(state.periodEndS, state.nextAttemptS ?? Infinity);
}
