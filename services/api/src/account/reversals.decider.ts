import type { AccountFact } from '@easel/contracts/account/events';
import {
  isSettled,
  putCents,
  putPermanent,
  settle,
  settledBy,
  takeCents,
  takePermanent,
  type Account,
  type DataOf,
} from './account-state.decider.ts';

/** The money for a sale of this member's, which the account has got, was taken back; or it came back. Never refused. */
export interface TurnEarnings {
  type: 'TurnEarnings';
  memberId: string;
  purchaseId: string;
  /** Settles it, with the purchase: which change of the sale's cover this is. */
  turn: number;
  /** Whether the money is there again. */
  covered: boolean;
  tenths: number;
  cents: number;
  at: Date;
}

/** What is there no more, and had been paid out, is bad debt; the rest is revoked, spent or not. */
export function turnEarnings(command: TurnEarnings, state: Account): AccountFact[] {
  const { memberId, purchaseId, turn, covered, tenths, cents } = command;
  if (isSettled(state, settledBy.turn(purchaseId, turn))) return [];
  const sale = { memberId, purchaseId, turn };
  if (covered) return [{ type: 'EarningsReturned', data: { ...sale, tenths, cents } }];
  const bad = {
    tenths: badDebt(tenths, state.permanentTenths, state.paidOut.tenths - state.badDebt.tenths),
    cents: badDebt(cents, state.cents, state.paidOut.cents - state.badDebt.cents),
  };
  const rest = { tenths: tenths - bad.tenths, cents: cents - bad.cents };
  return [
    ...(hasSome(rest) ? [{ type: 'EarningsRevoked' as const, data: { ...sale, ...rest } }] : []),
    ...(hasSome(bad) ? [{ type: 'BadDebtBooked' as const, data: { ...sale, ...bad } }] : []),
  ];
}

const badDebt = (wanted: number, there: number, paidOut: number): number =>
  Math.max(0, Math.min(wanted - Math.max(0, there), paidOut));

const hasSome = ({ tenths, cents }: { tenths: number; cents: number }): boolean => tenths > 0 || cents > 0;

/** What was not paid out is no longer there to be. */
export function applyRevokedEarnings(state: Account, data: DataOf<'EarningsRevoked'>): void {
  state.earnedTenths = Math.max(0, state.earnedTenths - data.tenths);
  state.earnedCents = Math.max(0, state.earnedCents - data.cents);
  take(state, data);
}

export function applyBadDebt(state: Account, data: DataOf<'BadDebtBooked'>): void {
  take(state, data);
  const { tenths, cents } = state.badDebt;
  state.badDebt = { tenths: tenths + data.tenths, cents: cents + data.cents };
}

function take(state: Account, { purchaseId, turn, tenths, cents }: DataOf<'EarningsRevoked'>): void {
  settle(state, settledBy.turn(purchaseId, turn));
  state.broughtTenths -= tenths;
  takePermanent(state, tenths);
  takeCents(state, cents);
}

/** What comes back makes bad debt good first: that was paid out before, and is not once more. */
export function applyReturnedEarnings(state: Account, data: DataOf<'EarningsReturned'>): void {
  settle(state, settledBy.turn(data.purchaseId, data.turn));
  const { tenths, cents } = data;
  const good = { tenths: Math.min(state.badDebt.tenths, tenths), cents: Math.min(state.badDebt.cents, cents) };
  state.badDebt = { tenths: state.badDebt.tenths - good.tenths, cents: state.badDebt.cents - good.cents };
  state.broughtTenths += tenths;
  putPermanent(state, tenths, tenths - good.tenths);
  putCents(state, cents, cents - good.cents);
}
