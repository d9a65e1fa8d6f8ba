import { settle, settledBy, type Account, type DataOf } from './account-state.decider.ts';

/**
 * The plan as it stands from a fact on. Of old, a payment of another plan that went back was told of as a change, too.
 */
export function applySubscription(state: Account, data: DataOf<'SubscriptionChanged'>): void {
  const { key, tier, status, period, endDate, next, reason, source, effectiveAt } = data;
  settle(state, settledBy.subscription(key));
  if (reason === 'reversal' && source !== null && source !== state.subscription.source) return;
  state.tier = tier;
  state.subscription = { tier, status, period, endDate, next, source, effectiveAt };
}
