import type { AccountFact } from '@easel/contracts/account/events';
import { earningProblems, hasRested, isPayable, payoutCents } from '@easel/contracts/earnings/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  countBrought,
  isSettled,
  owing,
  refuseOwing,
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
  /** Days that earnings rest in the account. */
  restDays: number;
  /** What the group that the member trades in has paid beyond what it was paid out. */
  roomCents: number;
  at: Date;
}

/** What came of it; what could not be paid comes back. */
export interface SettlePayout {
  type: 'SettlePayout';
  memberId: string;
  payoutId: string;
  outcome: DataOf<'PayoutSettled'>['outcome'];
  reason: string | null;
  /** As of a request, which it is part of what was paid out of. */
  roomCents: number;
  at: Date;
}

export function settleEarnings(command: SettleEarnings, state: Account): AccountFact[] {
  const { memberId, day, tenths, cents, sales } = command;
  if (isSettled(state, settledBy.earnings(day))) return [];
  return [{ type: 'EarningsSettled', data: { memberId, day, tenths, cents, sales } }];
}

/** Of what sales brought and was not paid out, what has rested: what was settled lately can be spent, not paid out. */
export function payableOf(state: Account, restDays: number, at: Date): { tenths: number; cents: number } {
  if (owing(state)) return { tenths: 0, cents: 0 };
  const resting = state.settlements.filter(({ day }) => !hasRested(day, restDays, at));
  const left = (earned: number, of: 'tenths' | 'cents'): number => {
    const unpaid = Math.min(earned, state.brought[of] - state.paidOut[of]);
    return Math.max(0, unpaid - resting.reduce((sum, settlement) => sum + settlement[of], 0));
  };
  return { tenths: left(state.earnedTenths, 'tenths'), cents: left(state.earnedCents, 'cents') };
}

export function requestPayout(command: RequestPayout, state: Account): AccountFact[] {
  const { memberId, payoutId, tenths, cents, restDays, roomCents, at } = command;
  if (isSettled(state, settledBy.payout(payoutId))) return [];
  refuseOwing(state);
  if (tenths > state.earnedTenths || cents > state.earnedCents) {
    throw new Refused(earningProblems.notEarned, {
      credits: tenthsToCredits(state.earnedTenths),
      dollars: centsToDollars(state.earnedCents),
    });
  }
  const payable = payableOf(state, restDays, at);
  if (tenths > payable.tenths || cents > payable.cents) {
    throw new Refused(earningProblems.notRested, {
      credits: tenthsToCredits(payable.tenths),
      dollars: centsToDollars(payable.cents),
    });
  }
  if (!isPayable({ tenths, cents })) throw new Refused(earningProblems.payoutTooSmall);
  if (payoutCents({ tenths, cents }) > roomCents) throw new Refused(earningProblems.uncovered);
  return [
    {
      type: 'PayoutRequested',
      data: { memberId, payoutId, tenths, cents, payoutCents: payoutCents({ tenths, cents }) },
    },
  ];
}

export function settlePayout(command: SettlePayout, state: Account): AccountFact[] {
  const { memberId, payoutId, outcome, reason, roomCents } = command;
  if (!isSettled(state, settledBy.payout(payoutId))) throw new Refused(earningProblems.payoutUnknown);
  if (isSettled(state, settledBy.payoutEnd(payoutId, outcome))) return [];
  const open = state.payouts[payoutId];
  if (!open) throw new Refused(earningProblems.payoutSettled);
  // What was taken back between the two is not paid: it is returned, and makes the debt good.
  if (outcome === 'paid') refuseOwing(state);
  if (outcome === 'paid' && roomCents < 0) throw new Refused(earningProblems.uncovered);
  return [{ type: 'PayoutSettled', data: { memberId, payoutId, ...open, outcome, reason } }];
}

export function applyEarnings(state: Account, { day, tenths, cents }: DataOf<'EarningsSettled'>): void {
  settle(state, settledBy.earnings(day));
  state.settlements = [...state.settlements, { day, tenths, cents }];
  countBrought(state, { tenths, cents }, 1);
  putPermanent(state, tenths, tenths);
  putCents(state, cents, cents);
}

export function applyPayoutRequest(
  state: Account,
  { payoutId, tenths, cents, payoutCents: due }: DataOf<'PayoutRequested'>,
): void {
  settle(state, settledBy.payout(payoutId));
  state.payouts[payoutId] = { tenths, cents };
  notePaidOut(state, { tenths, cents, payoutCents: due });
  state.permanentTenths -= tenths;
  state.earnedTenths -= tenths;
  state.cents -= cents;
  state.earnedCents -= cents;
}

function notePaidOut(state: Account, { tenths, cents, payoutCents: due }: Account['paidOut']): void {
  const { paidOut } = state;
  state.paidOut = {
    tenths: paidOut.tenths + tenths,
    cents: paidOut.cents + cents,
    payoutCents: paidOut.payoutCents + due,
  };
}

export function applyPayoutEnd(state: Account, { payoutId, tenths, cents, outcome }: DataOf<'PayoutSettled'>): void {
  delete state.payouts[payoutId];
  settle(state, settledBy.payoutEnd(payoutId, outcome));
  if (outcome === 'paid') return;
  notePaidOut(state, { tenths: -tenths, cents: -cents, payoutCents: -payoutCents({ tenths, cents }) });
  putPermanent(state, tenths, tenths);
  putCents(state, cents, cents);
}
