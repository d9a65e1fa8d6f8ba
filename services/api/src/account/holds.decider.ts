import type { AccountFact, releaseReasons } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { monthlyImageLimit } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  availableTenths,
  isSettled,
  refuseOwing,
  putPermanent,
  settle,
  settledBy,
  takePermanent,
  type Account,
  type DataOf,
  type Hold,
} from './account-state.decider.ts';
import { openMonth, splitTenths } from './credits.decider.ts';
import { asOf } from './month.decider.ts';

/** What is held for one generation. */
interface Charge {
  generationId: string;
  fingerprint: string;
  tenths: number;
  images: number;
}

/** All of them or none. */
export interface HoldCredits {
  type: 'HoldCredits';
  memberId: string;
  charges: readonly Charge[];
  at: Date;
}

export interface CaptureCredits {
  type: 'CaptureCredits';
  memberId: string;
  generationId: string;
  at: Date;
}

export interface ReleaseCredits {
  type: 'ReleaseCredits';
  memberId: string;
  generationId: string;
  reason: (typeof releaseReasons)[number];
  at: Date;
}

export function holdCredits({ memberId, charges, at }: HoldCredits, state: Account): AccountFact[] {
  const fresh = charges.filter(({ generationId }) => !isSettled(state, settledBy.hold(generationId)));
  if (fresh.length === 0) return [];
  const open = new Set(Object.values(state.holds).map(({ fingerprint }) => fingerprint));
  for (const { fingerprint } of fresh) {
    if (open.has(fingerprint)) throw new Refused(accountProblems.inProgress);
    open.add(fingerprint);
  }
  const opening = openMonth({ memberId, at }, state);
  const now = asOf(state, at);
  refuseOwing(now);
  const limit = monthlyImageLimit(now.tier);
  const images = fresh.reduce((sum, charge) => sum + charge.images, 0);
  if (limit !== null && now.imagesThisMonth + images > limit) throw new Refused(accountProblems.monthlyLimit);
  const total = fresh.reduce((sum, { tenths }) => sum + tenths, 0);
  if (availableTenths(now) < total) throw new Refused(accountProblems.insufficientCredits);
  let allowance = now.allowanceTenths;
  return [
    ...opening,
    ...fresh.map(({ generationId, fingerprint, tenths, images }): AccountFact => {
      const split = splitTenths(tenths, allowance);
      allowance -= split.allowanceTenths;
      return {
        type: 'CreditsHeld',
        data: {
          memberId,
          generationId,
          fingerprint,
          tenths,
          ...split,
          images,
          // A clock that runs behind puts the hold into the month that is open.
          month: now.month,
        },
      };
    }),
  ];
}

/** Once: a hold that has ended is no longer there. */
export function captureCredits({ memberId, generationId }: CaptureCredits, state: Account): AccountFact[] {
  const held = state.holds[generationId];
  return held ? [{ type: 'CreditsCaptured', data: { memberId, generationId, ...sums(held) } }] : [];
}

/** An allowance comes back into its own month; where that is over, what comes back expires at once. */
export function releaseCredits({ memberId, generationId, reason }: ReleaseCredits, state: Account): AccountFact[] {
  const held = state.holds[generationId];
  if (!held) return [];
  const facts: AccountFact[] = [{ type: 'CreditsReleased', data: { memberId, generationId, ...sums(held), reason } }];
  if (held.month < state.month && held.allowanceTenths > 0) {
    facts.push({ type: 'CreditsExpired', data: { memberId, tenths: held.allowanceTenths, month: held.month } });
  }
  return facts;
}

const sums = ({ tenths, allowanceTenths, permanentTenths }: Hold) => ({ tenths, allowanceTenths, permanentTenths });

export function applyHold(state: Account, data: DataOf<'CreditsHeld'>): void {
  const { generationId, memberId: _memberId, ...held } = data;
  settle(state, settledBy.hold(generationId));
  state.allowanceTenths -= held.allowanceTenths;
  state.holds[generationId] = { ...held, earnedTenths: takePermanent(state, held.permanentTenths) };
  state.heldTenths += held.tenths;
  state.imagesThisMonth += held.images;
}

export function applyCapture(state: Account, { generationId, tenths }: DataOf<'CreditsCaptured'>): void {
  settle(state, settledBy.end(generationId));
  state.heldTenths -= tenths;
  state.imagesMade += state.holds[generationId]?.images ?? 0;
  state.capturedThisMonthTenths += tenths;
  delete state.holds[generationId];
}

export function applyRelease(state: Account, data: DataOf<'CreditsReleased'>): void {
  const held = state.holds[data.generationId];
  settle(state, settledBy.end(data.generationId));
  state.heldTenths -= data.tenths;
  state.allowanceTenths += data.allowanceTenths;
  putPermanent(state, data.permanentTenths, held?.earnedTenths ?? 0);
  if (held?.month === state.month) state.imagesThisMonth -= held.images;
  delete state.holds[data.generationId];
}
