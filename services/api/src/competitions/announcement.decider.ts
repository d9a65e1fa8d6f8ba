import type { CompetitionFact } from '@easel/contracts/competitions/events';
import {
  announcedFrom,
  awardsOf,
  byProceeds,
  challengeWindow,
  competitionProblems,
  SAME_ADMIN_HOURS,
  type Standing,
} from '@easel/contracts/competitions/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Competition, Entry } from './competition-state.decider.ts';

/** Sales of an entry, computed from its orders. */
export interface Sold {
  entryId: string;
  proceedsCents: number;
  /** Distinct ones. */
  buyers: number;
}

export interface AnnounceWinners {
  type: 'AnnounceWinners';
  competitionId: string;
  operatorId: string;
  /** Id of the request, which its repeats share. */
  proposalId: string;
  /** Whether another active admin could confirm it. */
  otherAdmins: boolean;
  sold: readonly Sold[];
  at: Date;
}

/**
 * Proposes on the first call, and confirms on a call of another admin. The same admin can confirm after a day if no
 * other admin is active.
 */
export function announceWinners(command: AnnounceWinners, state: Competition): CompetitionFact[] {
  const { competitionId, operatorId, proposalId, at } = command;
  if (state.phase === 'none') throw new Refused(competitionProblems.notFound);
  if (state.phase === 'announced') return [];
  if (state.phase !== 'closed') throw new Refused(competitionProblems.notClosed);
  if (at < announcedFrom(challengeWindow(state.month).closesAt)) throw new Refused(competitionProblems.tooEarly);
  if (!state.proposal) {
    const data = { competitionId, operatorId, proposalId, proposedAt: at.toISOString() };
    return [{ type: 'AnnouncementProposed', data }];
  }
  if (state.proposal.proposalId === proposalId) return [];
  if (!mayConfirm(command, state.proposal)) throw new Refused(competitionProblems.needsAnother);
  return [announced(command, state, state.proposal.operatorId)];
}

function mayConfirm(
  { operatorId, otherAdmins, at }: AnnounceWinners,
  proposal: NonNullable<Competition['proposal']>,
): boolean {
  if (proposal.operatorId !== operatorId) return true;
  return !otherAdmins && at.getTime() >= Date.parse(proposal.proposedAt) + SAME_ADMIN_HOURS * HOUR_MS;
}

function announced(
  { competitionId, operatorId: confirmedBy, sold, at }: AnnounceWinners,
  state: Competition,
  proposedBy: string,
): CompetitionFact {
  const { totalCents, houseCents, entries } = awardsOf(tallyOf(state, sold));
  const { kind, month } = state;
  return {
    type: 'WinnersAnnounced',
    data: {
      competitionId,
      kind,
      month,
      totalCents,
      houseCents,
      entries: entries.map(({ submittedAt: _submittedAt, ...entry }) => entry),
      proposedBy,
      confirmedBy,
      announcedAt: at.toISOString(),
    },
  };
}

type Tallied = Standing & Pick<Entry, 'memberId' | 'generationId' | 'variantId'>;

/** Returns entries with proceeds, the highest first, without those withdrawn or disqualified since the close. */
export function tallyOf({ entries }: Competition, sold: readonly Sold[]): Tallied[] {
  return sold
    .flatMap(({ entryId, proceedsCents, buyers }) => {
      const entry = entries[entryId];
      if (!entry || entry.isDisqualified || proceedsCents <= 0) return [];
      const { memberId, generationId, variantId, submittedAt } = entry;
      return [{ entryId, memberId, generationId, variantId, submittedAt, proceedsCents, buyers }];
    })
    .toSorted(byProceeds);
}

const HOUR_MS = 3_600_000;
