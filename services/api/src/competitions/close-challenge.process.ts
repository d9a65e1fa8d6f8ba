import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { CloseChallenge } from './close-challenge.ts';

interface Opened {
  cause: string;
  correlationId: string;
}

/** Closes a challenge at the end of its month. */
export const closeCompetitions: ProcessDefinition<CompetitionFact, Opened, CloseChallenge> = {
  name: 'competitions.close',
  from: 'start',
  categories: [competitionStream.category],

  on: {
    CompetitionOpened: ({ id: cause, data: { competitionId: key, closesAt }, metadata }) => {
      const payload = { cause, correlationId: metadata.$correlationId };
      return [{ schedule: { key, dueAt: new Date(closesAt), payload } }];
    },
    CompetitionClosed: ({ data }) => [{ cancel: data.competitionId }],
  },

  command: ({ key: competitionId, payload: { cause, correlationId } }) =>
    new CloseChallenge(competitionId, {
      key: `close ${competitionId}`,
      actor: { kind: 'system', id: 'competitions.close' },
      correlationId,
      causationId: cause,
    }),
};
