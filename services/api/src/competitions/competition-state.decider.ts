import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';

/** An entry that was not withdrawn. */
export interface Entry {
  memberId: string;
  generationId: string;
  variantId: string;
  /** ISO 8601. */
  submittedAt: string;
  /** Whether the picture was public before it was entered. */
  wasPublic: boolean;
  isDisqualified: boolean;
}

/** State of a challenge. It is JSON because it is stored in snapshots. `evolve` changes it in place. */
export interface Competition {
  phase: 'none' | 'prepared' | 'open' | 'closed' | 'announced';
  kind: ChallengeKind;
  /** UTC, `2026-11`. */
  month: string;
  theme: string;
  description: string;
  entries: Record<string, Entry>;
  /** Withdrawn entries, by their id. */
  withdrawn: Record<string, Omit<Entry, 'isDisqualified' | 'submittedAt'>>;
  /** Ids of entries, by generation. */
  entryOf: Record<string, string>;
  /** Number of entries by member, including disqualified ones. */
  counts: Record<string, number>;
  /** Proceeds of entries at the close, without those that had sold nothing. */
  soldCents: Record<string, number>;
  proposal: { operatorId: string; proposalId: string; proposedAt: string } | null;
}

export const noCompetition = (): Competition => ({
  phase: 'none',
  kind: 'tshirt',
  month: '',
  theme: '',
  description: '',
  entries: {},
  withdrawn: {},
  entryOf: {},
  counts: {},
  soldCents: {},
  proposal: null,
});

export function evolveCompetition(state: Competition, { type, data }: CompetitionFact): Competition {
  switch (type) {
    case 'CompetitionPrepared': {
      const { kind, month, theme, description } = data;
      return Object.assign(state, { phase: 'prepared', kind, month, theme, description });
    }
    case 'CompetitionRevised': {
      const { theme, description } = data;
      return Object.assign(state, { theme, description });
    }
    case 'CompetitionOpened':
      state.phase = 'open';
      return state;
    case 'EntrySubmitted': {
      const { entryId, memberId, generationId, variantId, submittedAt, wasPublic } = data;
      state.entries[entryId] = { memberId, generationId, variantId, submittedAt, wasPublic, isDisqualified: false };
      state.entryOf[generationId] = entryId;
      state.counts[memberId] = (state.counts[memberId] ?? 0) + 1;
      return state;
    }
    case 'EntryWithdrawn': {
      const { entryId, memberId, generationId, variantId, wasPublic } = data;
      delete state.entries[entryId];
      delete state.entryOf[generationId];
      state.withdrawn[entryId] = { memberId, generationId, variantId, wasPublic };
      state.counts[memberId] = (state.counts[memberId] ?? 1) - 1;
      return state;
    }
    case 'EntryDisqualified': {
      const entry = state.entries[data.entryId];
      if (entry) entry.isDisqualified = true;
      return state;
    }
    case 'CompetitionClosed':
      state.phase = 'closed';
      for (const { entryId, proceedsCents } of data.tally) state.soldCents[entryId] = proceedsCents;
      return state;
    case 'AnnouncementProposed': {
      const { operatorId, proposalId, proposedAt } = data;
      state.proposal = { operatorId, proposalId, proposedAt };
      return state;
    }
    case 'WinnersAnnounced':
      state.phase = 'announced';
      return state;
  }
}
