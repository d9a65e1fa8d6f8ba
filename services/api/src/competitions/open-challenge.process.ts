import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { CompetitionCommand } from './competition.decider.ts';

interface Prepared {
  cause: string;
  correlationId: string;
}

/** Opens a challenge at the first instant of its month. */
export const openCompetitions: ProcessDefinition<CompetitionFact, Prepared, Decide> = {
  name: 'competitions.open',
  from: 'start',
  categories: [competitionStream.category],

  on: {
    CompetitionPrepared: ({ id: cause, data: { competitionId: key, month }, metadata }) => {
      const payload = { cause, correlationId: metadata.$correlationId };
      return [{ schedule: { key, dueAt: challengeWindow(month).opensAt, payload } }];
    },
    CompetitionOpened: ({ data }) => [{ cancel: data.competitionId }],
  },

  command: ({ key: competitionId, payload: { cause, correlationId } }) =>
    decide<CompetitionCommand>(
      competitionStream,
      competitionId,
      { type: 'OpenCompetition', competitionId },
      {
        key: `open ${competitionId}`,
        actor: { kind: 'system', id: 'competitions.open' },
        correlationId,
        causationId: cause,
      },
    ),
};
