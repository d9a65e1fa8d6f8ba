import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionIdOf } from '../competition-id.ts';
import { words } from './competition-facts.ts';

export interface EnteredPicture {
  generationId: string;
  variantId: string;
}

export interface PastEntry extends EnteredPicture {
  entryId: string;
  memberId: string;
}

/** Returns the events of a challenge of a past month with these entries, up to its close. */
export function pastChallenge(kind: ChallengeKind, month: string, entries: readonly PastEntry[]): CompetitionFact[] {
  const competitionId = competitionIdOf(kind, month);
  const { opensAt, closesAt } = challengeWindow(month);
  const [begun, ended] = [opensAt.toISOString(), closesAt.toISOString()];
  const about = { competitionId, kind, month, ...words };
  return [
    { type: 'CompetitionPrepared', data: { ...about, preparedAt: begun } },
    { type: 'CompetitionOpened', data: { ...about, opensAt: begun, closesAt: ended, openedAt: begun } },
    ...entries.map((entry, index): CompetitionFact => {
      const submittedAt = new Date(opensAt.getTime() + index).toISOString();
      const size = { widthPx: 3840, heightPx: 3840, thumbhash: 'AAAA' };
      const data = { ...entry, competitionId, kind, closesAt: ended, ...size, wasPublic: false, submittedAt };
      return { type: 'EntrySubmitted', data };
    }),
  ];
}
