import type { AccountFact } from '@easel/contracts/account/events';
import { allowanceTenths } from '@easel/contracts/account/policy';
import { FREE_TENTHS, usableTenths } from '@easel/contracts/subscriptions/entitlement.policy';
import type { AccountDraft } from './account-fold.decider.ts';
import { owing, type Account } from './account-state.decider.ts';
import { allowanceGranted } from './credits.decider.ts';
import { dueBy, openedBy, payersAt, sumOfUsed, usedTenths } from './month.decider.ts';

const moving: ReadonlySet<AccountFact['type']> = new Set([
  'CreditsGranted',
  'CreditsReleased',
  'CreditsExpired',
] satisfies AccountFact['type'][]);

/** Whether, after such facts, what an account has may differ from what its payments entitle to. */
export const movesEntitlement = ({ payments, permanentTenths }: Account, facts: readonly AccountFact[]): boolean =>
  facts.some(({ type }) => type === 'EarningsRevoked' || type === 'BadDebtBooked') ||
  ((permanentTenths < 0 || Object.keys(payments).length > 0) && facts.some(({ type }) => moving.has(type)));

/**
 * Brings credits to what payments entitle to (`entitlement.policy.ts`): takes back what exceeds it, lifts the debt of
 * what is paid for again, raises the running month, and pays what is owed from its allowance. Settled once, it adds
 * nothing.
 */
export function settleEntitlement(draft: AccountDraft, memberId: string, at: Date): void {
  const payments = Object.keys(draft.state.payments);
  for (const paymentId of payments) revokeExcess(draft, memberId, paymentId);
  for (const paymentId of payments) liftDebt(draft, memberId, paymentId);
  raiseMonth(draft, memberId, at);
  repay(draft, memberId);
}

/** The newest month first, each down to what everybody has: what is left of it goes, and what was spent is owed. */
function revokeExcess(draft: AccountDraft, memberId: string, paymentId: string): void {
  const { state } = draft;
  const payment = state.payments[paymentId];
  const months = openedBy(state, paymentId);
  if (!payment || months.length === 0) return;
  let excess = sumOfUsed(months) - usableTenths(payment, months.length);
  for (const [month, opened] of months) {
    const tenths = Math.min(excess, usedTenths(opened) - FREE_TENTHS);
    if (tenths <= 0) continue;
    excess -= tenths;
    const left = month === state.month ? Math.min(tenths, state.allowanceTenths) : 0;
    draft.add({
      type: 'CreditsRevoked',
      data: {
        memberId,
        key: `plan:${paymentId}:${month}:${state.nextRevision}`,
        tenths,
        allowanceTenths: left,
        permanentTenths: tenths - left,
        reason: payment.disputedCents > 0 ? 'dispute' : 'refund',
        month,
        paymentId,
        note: null,
      },
    });
  }
}

/** What was owed for a month that is paid for again. What had been left of it is not made up. */
function liftDebt(draft: AccountDraft, memberId: string, paymentId: string): void {
  const { state } = draft;
  const payment = state.payments[paymentId];
  const months = openedBy(state, paymentId);
  if (!payment || months.length === 0) return;
  let room = usableTenths(payment, months.length) - sumOfUsed(months);
  for (const [month, { owedTenths, grantedTenths, revokedTenths }] of months) {
    const missing = allowanceTenths(payment.tier) - (grantedTenths - revokedTenths);
    const tenths = Math.min(room, owedTenths, missing);
    if (tenths <= 0) continue;
    room -= tenths;
    const key = `reinstatement:${paymentId}:${month}:${state.nextRevision}`;
    draft.add({
      type: 'CreditsGranted',
      data: {
        memberId,
        bucket: 'permanent',
        tenths,
        reason: 'reinstatement',
        key,
        month,
        paymentId,
        note: null,
      },
    });
  }
}

/**
 * By the payment that leaves most for it, be it the one that had opened it and is kept again; with the difference the
 * month's allowance becomes that payment's.
 */
function raiseMonth(draft: AccountDraft, memberId: string, at: Date): void {
  const { state } = draft;
  const { month } = state;
  const running = state.months[month];
  if (!running) return;
  const [best] = [...payersAt(state, at), running.paymentId]
    .filter((paymentId) => typeof paymentId === 'string')
    .map((paymentId) => ({ paymentId, tenths: dueBy(state, paymentId, month) - usedTenths(running) }))
    .toSorted((a, b) => b.tenths - a.tenths);
  if (!best || best.tenths <= 0) return;
  const key = `allowance:${month}:${best.paymentId}:${state.nextRevision}`;
  draft.add(allowanceGranted({ memberId, month, ...best, key }));
}

function repay(draft: AccountDraft, memberId: string): void {
  const { state } = draft;
  const tenths = Math.min(state.allowanceTenths, owing(state)?.tenths ?? 0);
  if (tenths <= 0) return;
  const key = `allowance:${state.month}:${state.nextRevision}`;
  draft.add({ type: 'DebtRepaid', data: { memberId, key, tenths, by: 'allowance', cents: 0 } });
}
