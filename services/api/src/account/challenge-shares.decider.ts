import type { AccountFact } from '@easel/contracts/account/events';
import { isSettled, putCents, settle, settledBy, type Account, type DataOf } from './account-state.decider.ts';

/** What the entries of a challenge brought their member, once: `cents` of the event are both sums together. */
export type GrantChallengeShare = Omit<DataOf<'ChallengeShareGranted'>, 'cents'> & {
  type: 'GrantChallengeShare';
  at: Date;
};

export function grantChallengeShare(command: GrantChallengeShare, state: Account): AccountFact[] {
  const { type: _type, at: _at, ...share } = command;
  const cents = share.shareCents + share.prizeCents;
  if (cents === 0 || isSettled(state, settledBy.challengeShare(share.competitionId))) return [];
  return [{ type: 'ChallengeShareGranted', data: { ...share, cents } }];
}

/** It is earned, and rests as sales do before it can be paid out. */
export function applyChallengeShare(
  state: Account,
  { competitionId, day, cents }: DataOf<'ChallengeShareGranted'>,
): void {
  settle(state, settledBy.challengeShare(competitionId));
  state.settlements = [...state.settlements, { day, tenths: 0, cents }];
  state.challengeCents += cents;
  putCents(state, cents, cents);
}
