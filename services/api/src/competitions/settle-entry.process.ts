import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { SettleEntry } from './settle-entry.ts';

interface Moved {
  competitionId: string;
  cause: string;
  correlationId: string;
}

type Moves = Extract<CompetitionFact, { type: 'EntrySubmitted' | 'EntryWithdrawn' | 'EntryDisqualified' }>;

const settles = ({ id: cause, data, recordedAt, metadata }: Recorded<Moves>): Step<Moved>[] => {
  const payload = { competitionId: data.competitionId, cause, correlationId: metadata.$correlationId };
  return [{ schedule: { key: data.entryId, dueAt: recordedAt, payload } }];
};

/** Updates the picture of an entry if the request that changed the entry was interrupted. */
export const settleEntries: ProcessDefinition<CompetitionFact, Moved, SettleEntry> = {
  name: 'competitions.settle-entry',
  from: 'start',
  categories: [competitionStream.category],

  on: { EntrySubmitted: settles, EntryWithdrawn: settles, EntryDisqualified: settles },

  command: ({ key: entryId, payload: { competitionId, cause, correlationId } }) =>
    new SettleEntry(competitionId, entryId, {
      key: `settle ${entryId} ${cause}`,
      actor: { kind: 'system', id: 'competitions.settle-entry' },
      correlationId,
      causationId: cause,
    }),
};
