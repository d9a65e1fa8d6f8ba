import { isSettled, settle, settledBy, type Account, type DataOf } from './account-state.decider.ts';

/**
 * What payments for plans, their refunds and disputes do to an account's books; what follows for its credits is settled
 * after.
 */

export function applyPlanPaid(state: Account, data: DataOf<'PlanPaid'>): void {
  const { paymentId, source, tier, period, cents, from, until, month } = data;
  settle(state, settledBy.payment(paymentId));
  state.payments[paymentId] = { source, tier, period, cents, refundedCents: 0, disputedCents: 0, from, until };
  const running = month === null ? undefined : state.months[month];
  if (running) running.paymentId = paymentId;
}

export function applyPlanRefund(state: Account, data: DataOf<'PlanRefunded'>): void {
  const { refundId, paymentId, cents, outcome } = data;
  settle(state, outcome === 'made' ? settledBy.refund(refundId) : settledBy.refundFailure(refundId));
  const payment = state.payments[paymentId];
  if (payment) payment.refundedCents += outcome === 'made' ? cents : -cents;
}

export function applyPlanDispute(state: Account, data: DataOf<'PlanDisputed'>): void {
  const { disputeId, paymentId, cents, outcome } = data;
  settle(state, outcome === 'frozen' ? settledBy.dispute(disputeId) : settledBy.disputeEnd(disputeId));
  const payment = state.payments[paymentId];
  if (!payment) return;
  if (outcome === 'frozen') payment.disputedCents += cents;
  if (outcome === 'released') payment.disputedCents -= cents;
}

export const isPaidFor = (state: Account, paymentId: string): boolean => isSettled(state, settledBy.payment(paymentId));
