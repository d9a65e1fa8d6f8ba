import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import {
  CONFIRMED_ALONE_AFTER_MS,
  earningProblems,
  hasRested,
  isPayable,
  PAYOUT_CONFIRMED_ONCE_MAX_CENTS,
  payoutCents,
  restsUntil,
} from '@easel/contracts/earnings/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused, type Problem } from '@easel/contracts/kernel/problem';
import {
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

/** Tenths of a credit and cents. */
interface Sums {
  tenths: number;
  cents: number;
}

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
  /** Where it is to be paid; checked already. */
  iban: string;
  accountHolder: string;
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
  /** Settles its confirmation, where it is a first one. */
  key: string;
  operatorId: string;
  /** No other admin is active. */
  isOnlyAdmin: boolean;
  at: Date;
}

export function settleEarnings(command: SettleEarnings, state: Account): AccountFact[] {
  const { memberId, day, tenths, cents, sales } = command;
  if (isSettled(state, settledBy.earnings(day))) return [];
  return [{ type: 'EarningsSettled', data: { memberId, day, tenths, cents, sales } }];
}

/** What is left of what sales brought and still bring: neither spent nor paid out. */
const earnedOf = ({ earnedTenths, earnedCents, broughtTenths, paidOut }: Account): Sums => ({
  tenths: Math.max(0, Math.min(earnedTenths, broughtTenths - paidOut.tenths)),
  cents: earnedCents,
});

/** Of what was earned, what has rested: what was settled lately can be spent, not paid out. */
export function payableOf(state: Account, restDays: number, at: Date): Sums {
  if (owing(state)) return { tenths: 0, cents: 0 };
  const earned = earnedOf(state);
  const resting = state.settlements.filter(({ day }) => !hasRested(day, restDays, at));
  const left = (of: keyof Sums): number =>
    Math.max(0, earned[of] - resting.reduce((sum, settlement) => sum + settlement[of], 0));
  return { tenths: left('tenths'), cents: left('cents') };
}

/** What of a settlement cannot be paid out before its day of rest has come. */
interface WaitingEarnings extends Sums {
  /** The UTC day, `2026-12-04`. */
  payableOn: string;
}

/** Of what is left, what still rests, the earliest first: what was spent is taken from the earliest settlements. */
export function waitingOf(state: Account, restDays: number, at: Date): WaitingEarnings[] {
  const left = { ...earnedOf(state) };
  const waiting = new Map<string, Sums>();
  for (const { day, ...brought } of state.settlements.toSorted((a, b) => b.day.localeCompare(a.day))) {
    if (hasRested(day, restDays, at)) break;
    const tenths = Math.min(left.tenths, brought.tenths);
    const cents = Math.min(left.cents, brought.cents);
    left.tenths -= tenths;
    left.cents -= cents;
    const sameDay = waiting.get(day) ?? { tenths: 0, cents: 0 };
    waiting.set(day, { tenths: sameDay.tenths + tenths, cents: sameDay.cents + cents });
  }
  return [...waiting]
    .filter(([, { tenths, cents }]) => tenths > 0 || cents > 0)
    .map(([day, sums]) => ({ ...sums, payableOn: utcDay(restsUntil(day, restDays)) }))
    .toReversed();
}

export function requestPayout(command: RequestPayout, state: Account): AccountFact[] {
  const { memberId, payoutId, tenths, cents, restDays, roomCents, iban, accountHolder, at } = command;
  if (isSettled(state, settledBy.payout(payoutId))) return [];
  refuseOwing(state);
  refuseBeyond(earnedOf(state), command, earningProblems.notEarned);
  refuseBeyond(payableOf(state, restDays, at), command, earningProblems.notRested);
  if (!isPayable({ tenths, cents })) throw new Refused(earningProblems.payoutTooSmall);
  if (payoutCents({ tenths, cents }) > roomCents) throw new Refused(earningProblems.uncovered);
  return [
    {
      type: 'PayoutRequested',
      data: { memberId, payoutId, tenths, cents, payoutCents: payoutCents({ tenths, cents }), iban, accountHolder },
    },
  ];
}

/** Throws with what there is where more is wanted. */
function refuseBeyond(there: Sums, { tenths, cents }: Sums, problem: Problem): void {
  if (tenths <= there.tenths && cents <= there.cents) return;
  throw new Refused(problem, { credits: tenthsToCredits(there.tenths), dollars: centsToDollars(there.cents) });
}

export function settlePayout(command: SettlePayout, state: Account): AccountFact[] {
  const { memberId, payoutId, outcome, reason, roomCents, key } = command;
  if (!isSettled(state, settledBy.payout(payoutId))) throw new Refused(earningProblems.payoutUnknown);
  if (isSettled(state, settledBy.payoutEnd(payoutId, outcome))) return [];
  if (outcome === 'paid' && isSettled(state, settledBy.confirmation(key))) return [];
  const open = state.payouts[payoutId];
  if (!open) throw new Refused(earningProblems.payoutSettled);
  // What was taken back between the two is not paid: it is returned, and makes the debt good.
  if (outcome === 'paid') refuseOwing(state);
  if (outcome === 'paid' && roomCents < 0) throw new Refused(earningProblems.uncovered);
  if (outcome === 'paid' && payoutCents(open) > PAYOUT_CONFIRMED_ONCE_MAX_CENTS) {
    const first = confirmation(command, state);
    if (first) return first;
  }
  return [{ type: 'PayoutSettled', data: { memberId, payoutId, ...open, outcome, reason } }];
}

/** What is recorded instead of a large payout’s end until it is confirmed twice; undefined from then on. */
function confirmation(command: SettlePayout, { confirmations }: Account): AccountFact[] | undefined {
  const { memberId, payoutId, key, operatorId, isOnlyAdmin, reason, at } = command;
  const first = confirmations[payoutId];
  if (!first) {
    const confirmedAt = at.toISOString();
    return [{ type: 'PayoutConfirmed', data: { memberId, payoutId, key, operatorId, reason, confirmedAt } }];
  }
  if (first.operatorId !== operatorId) return undefined;
  if (!isOnlyAdmin) throw new Refused(earningProblems.needsAnotherAdmin);
  if (at.getTime() < Date.parse(first.confirmedAt) + CONFIRMED_ALONE_AFTER_MS) {
    throw new Refused(earningProblems.needsADay);
  }
  return undefined;
}

export function applyPayoutConfirmation(state: Account, data: DataOf<'PayoutConfirmed'>): void {
  const { payoutId, key, operatorId, confirmedAt } = data;
  settle(state, settledBy.confirmation(key));
  state.confirmations = { ...state.confirmations, [payoutId]: { operatorId, confirmedAt } };
}

export function applyEarnings(state: Account, { day, tenths, cents }: DataOf<'EarningsSettled'>): void {
  settle(state, settledBy.earnings(day));
  state.settlements = [...state.settlements, { day, tenths, cents }];
  state.broughtTenths += tenths;
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
  const { [payoutId]: _confirmed, ...others } = state.confirmations;
  state.confirmations = others;
  settle(state, settledBy.payoutEnd(payoutId, outcome));
  if (outcome === 'paid') return;
  notePaidOut(state, { tenths: -tenths, cents: -cents, payoutCents: -payoutCents({ tenths, cents }) });
  putPermanent(state, tenths, tenths);
  putCents(state, cents, cents);
}
