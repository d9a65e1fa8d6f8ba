import type { AccountFact } from '@easel/contracts/account/events';
import { earningProblems, isPayable, payoutCents } from '@easel/contracts/earnings/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  isSettled,
  putCents,
  putPermanent,
  settle,
  settledBy,
  type Account,
  type DataOf,
} from './account-state.decider.ts';

/** What has matured in the member's earnings by a UTC day, once. */
export interface SettleEarnings {
  type: 'SettleEarnings';
  memberId: string;
  /** `2026-11-20`: settles it. */
  day: string;
  tenths: number;
  cents: number;
  sales: number;
  at: Date;
}

export interface RequestPayout {
  type: 'RequestPayout';
  memberId: string;
  /** Settles it. */
  payoutId: string;
  tenths: number;
  cents: number;
  at: Date;
}

/** What came of it; what could not be paid comes back. */
export interface SettlePayout {
  type: 'SettlePayout';
  memberId: string;
  payoutId: string;
  outcome: DataOf<'PayoutSettled'>['outcome'];
  reason: string | null;
  at: Date;
}

export function settleEarnings(command: SettleEarnings, state: Account): AccountFact[] {
  const { memberId, day, tenths, cents, sales } = command;
  if (isSettled(state, settledBy.earnings(day))) return [];
  return [{ type: 'EarningsSettled', data: { memberId, day, tenths, cents, sales } }];
}

export function requestPayout({ memberId, payoutId, tenths, cents }: RequestPayout, state: Account): AccountFact[] {
  if (isSettled(state, settledBy.payout(payoutId))) return [];
  if (state.cents < 0 || state.permanentTenths < 0) throw new Refused(earningProblems.owing);
  if (tenths > state.earnedTenths || cents > state.earnedCents) {
    throw new Refused(earningProblems.notEarned, {
      credits: tenthsToCredits(state.earnedTenths),
      dollars: centsToDollars(state.earnedCents),
    });
  }
  if (!isPayable({ tenths, cents })) throw new Refused(earningProblems.payoutTooSmall);
  return [
    {
      type: 'PayoutRequested',
      data: { memberId, payoutId, tenths, cents, payoutCents: payoutCents({ tenths, cents }) },
    },
  ];
}

export function settlePayout(command: SettlePayout, state: Account): AccountFact[] {
  const { memberId, payoutId, outcome, reason } = command;
  if (!isSettled(state, settledBy.payout(payoutId))) throw new Refused(earningProblems.payoutUnknown);
  if (isSettled(state, settledBy.payoutEnd(payoutId, outcome))) return [];
  const open = state.payouts[payoutId];
  if (!open) throw new Refused(earningProblems.payoutSettled);
  return [{ type: 'PayoutSettled', data: { memberId, payoutId, ...open, outcome, reason } }];
}

export function applyEarnings(state: Account, { day, tenths, cents }: DataOf<'EarningsSettled'>): void {
  settle(state, settledBy.earnings(day));
  putPermanent(state, tenths, tenths);
  putCents(state, cents, cents);
}

export function applyPayoutRequest(state: Account, { payoutId, tenths, cents }: DataOf<'PayoutRequested'>): void {
  settle(state, settledBy.payout(payoutId));
  state.payouts[payoutId] = { tenths, cents };
  state.permanentTenths -= tenths;
  state.earnedTenths -= tenths;
  state.cents -= cents;
  state.earnedCents -= cents;
}

export function applyPayoutEnd(state: Account, { payoutId, tenths, cents, outcome }: DataOf<'PayoutSettled'>): void {
  delete state.payouts[payoutId];
  settle(state, settledBy.payoutEnd(payoutId, outcome));
  if (outcome === 'paid') return;
  putPermanent(state, tenths, tenths);
  putCents(state, cents, cents);
}
