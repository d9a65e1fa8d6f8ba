import type { AccountFact, grantReasons, revokeReasons } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { utcMonth } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  asOf,
  availableTenths,
  isSettled,
  monthAllowance,
  putPermanent,
  settle,
  settledBy,
  takePermanent,
  type Account,
  type DataOf,
} from './account-state.decider.ts';

export interface GrantCredits {
  type: 'GrantCredits';
  memberId: string;
  /** Settles it. */
  key: string;
  tenths: number;
  reason: Exclude<(typeof grantReasons)[number], 'allowance' | 'earning'>;
  note: string | null;
  at: Date;
}

/** Grants the month's allowance where it is due. */
export interface OpenMonth {
  type: 'OpenMonth';
  memberId: string;
  at: Date;
}

/** An operator takes back what is there; a bank takes back what it wants. */
export interface RevokeCredits {
  type: 'RevokeCredits';
  memberId: string;
  /** Settles it. */
  key: string;
  tenths: number;
  reason: (typeof revokeReasons)[number];
  note: string | null;
  at: Date;
}

export function grantCredits(command: GrantCredits, state: Account): AccountFact[] {
  const { memberId, key, tenths, reason, note } = command;
  if (isSettled(state, settledBy.grant(key))) return [];
  return [
    ...openMonth(command, state),
    {
      type: 'CreditsGranted',
      data: { memberId, bucket: 'permanent', tenths, reason, key, month: null, paymentId: null, note },
    },
  ];
}

/** What is left of an older month's allowance expires; the new month's is granted. Nothing where the month is open. */
export function openMonth({ memberId, at }: { memberId: string; at: Date }, state: Account): AccountFact[] {
  const month = utcMonth(at);
  if (month <= state.month) return [];
  const facts: AccountFact[] = [];
  if (state.allowanceTenths > 0) {
    facts.push({ type: 'CreditsExpired', data: { memberId, tenths: state.allowanceTenths, month: state.month } });
  }
  facts.push(allowanceGranted({ memberId, month, tenths: monthAllowance(state, month), key: `allowance:${month}` }));
  return facts;
}

export const allowanceGranted = (grant: {
  memberId: string;
  month: string;
  tenths: number;
  key: string;
}): AccountFact => ({
  type: 'CreditsGranted',
  data: {
    memberId: grant.memberId,
    bucket: 'allowance',
    tenths: grant.tenths,
    reason: 'allowance',
    key: grant.key,
    month: grant.month,
    paymentId: null,
    note: null,
  },
});

/** How a sum divides over the two buckets: the allowance is spent first. */
export function splitTenths(tenths: number, allowance: number): { allowanceTenths: number; permanentTenths: number } {
  const fromAllowance = Math.min(tenths, allowance);
  return { allowanceTenths: fromAllowance, permanentTenths: tenths - fromAllowance };
}

export function revokeCredits(command: RevokeCredits, state: Account): AccountFact[] {
  const { memberId, key, tenths, reason, note, at } = command;
  if (isSettled(state, settledBy.revocation(key))) return [];
  const now = asOf(state, at);
  if (reason === 'adjustment' && availableTenths(now) < tenths) throw new Refused(accountProblems.insufficientCredits);
  return [
    ...openMonth(command, state),
    {
      type: 'CreditsRevoked',
      data: { memberId, key, tenths, ...splitTenths(tenths, now.allowanceTenths), reason, note },
    },
  ];
}

export function applyGrant(state: Account, { key, bucket, tenths, month }: DataOf<'CreditsGranted'>): void {
  settle(state, settledBy.grant(key));
  if (bucket === 'permanent') putPermanent(state, tenths, 0);
  else state.allowanceTenths += tenths;
  if (month === null) return;
  if (month > state.month) {
    state.month = month;
    state.monthAllowanceTenths = 0;
    state.imagesThisMonth = 0;
    state.capturedThisMonthTenths = 0;
    state.downloadsThisMonth = 0;
  }
  state.monthAllowanceTenths += tenths;
}

export function applyExpiry(state: Account, { tenths }: DataOf<'CreditsExpired'>): void {
  state.allowanceTenths -= tenths;
}

export function applyRevocation(
  state: Account,
  { key, allowanceTenths, permanentTenths }: DataOf<'CreditsRevoked'>,
): void {
  settle(state, settledBy.revocation(key));
  state.allowanceTenths -= allowanceTenths;
  takePermanent(state, permanentTenths);
}
