import type { AccountFact, grantReasons } from '@easel/contracts/account/events';
import { utcMonth } from '@easel/contracts/account/policy';
import {
  isSettled,
  putPermanent,
  settle,
  settledBy,
  takePermanent,
  type Account,
  type DataOf,
} from './account-state.decider.ts';
import { opened } from './month.decider.ts';

export interface GrantCredits {
  type: 'GrantCredits';
  memberId: string;
  /** Settles it. */
  key: string;
  tenths: number;
  reason: Exclude<(typeof grantReasons)[number], 'allowance' | 'earning' | 'reinstatement'>;
  note: string | null;
  at: Date;
}

/** Grants the month's allowance where it is due. */
export interface OpenMonth {
  type: 'OpenMonth';
  memberId: string;
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
  const { grantedTenths: tenths, paymentId } = opened(state, month);
  facts.push(allowanceGranted({ memberId, month, tenths, paymentId, key: `allowance:${month}` }));
  return facts;
}

export const allowanceGranted = (grant: {
  memberId: string;
  month: string;
  tenths: number;
  paymentId: string | null;
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
    paymentId: grant.paymentId,
    note: null,
  },
});

/** How a sum divides over the two buckets: the allowance is spent first. */
export function splitTenths(tenths: number, allowance: number): { allowanceTenths: number; permanentTenths: number } {
  const fromAllowance = Math.min(tenths, allowance);
  return { allowanceTenths: fromAllowance, permanentTenths: tenths - fromAllowance };
}

export function applyGrant(state: Account, data: DataOf<'CreditsGranted'>): void {
  const { key, bucket, tenths, month } = data;
  settle(state, settledBy.grant(key));
  if (bucket === 'permanent') putPermanent(state, tenths, 0);
  else state.allowanceTenths += tenths;
  if (bucket === 'permanent') takeBack(state, reinstatedMonth(data, state), -tenths, -tenths);
  else if (month !== null) growMonth(state, month, data);
}

function growMonth(state: Account, month: string, { tenths, paymentId }: DataOf<'CreditsGranted'>): void {
  if (month > state.month) {
    state.month = month;
    state.monthAllowanceTenths = 0;
    state.imagesThisMonth = 0;
    state.capturedThisMonthTenths = 0;
    state.downloadsThisMonth = 0;
  }
  const { grantedTenths, ...kept } = state.months[month] ?? {
    paymentId: null,
    grantedTenths: 0,
    expiredTenths: 0,
    revokedTenths: 0,
    owedTenths: 0,
  };
  state.months[month] = { ...kept, grantedTenths: grantedTenths + tenths, paymentId: paymentId ?? kept.paymentId };
  state.monthAllowanceTenths += tenths;
}

/** Before it was written down, what came back by a dispute was an adjustment of this key in the running month. */
const reinstatedMonth = ({ month, key }: DataOf<'CreditsGranted'>, state: Account): string | null =>
  month ?? (key.startsWith('reinstated:') ? state.month : null);

/** Before the month was written down, a payment that went back took from the running one. */
const revokedMonth = ({ month, reason }: DataOf<'CreditsRevoked'>, state: Account): string | null =>
  month ?? (reason === 'adjustment' ? null : state.month);

function takeBack(state: Account, month: string | null, tenths: number, owedTenths: number): void {
  const opened = month === null ? undefined : state.months[month];
  if (!opened) return;
  opened.revokedTenths += tenths;
  opened.owedTenths += owedTenths;
  if (month === state.month) state.monthAllowanceTenths -= tenths;
}

export function applyExpiry(state: Account, { tenths, month }: DataOf<'CreditsExpired'>): void {
  state.allowanceTenths -= tenths;
  const opened = state.months[month];
  if (opened) opened.expiredTenths += tenths;
}

export function applyRevocation(state: Account, data: DataOf<'CreditsRevoked'>): void {
  const { key, tenths, allowanceTenths, permanentTenths } = data;
  settle(state, settledBy.revocation(key));
  state.allowanceTenths -= allowanceTenths;
  takePermanent(state, permanentTenths);
  takeBack(state, revokedMonth(data, state), tenths, permanentTenths);
}
