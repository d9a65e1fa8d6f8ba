import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { Due, ProcessDefinition } from '@easel/kernel/following/process';
import { CloseChallenge } from './close-challenge.ts';
import type { CompetitionCommand } from './competition.decider.ts';

interface Timed {
  cause: string;
  correlationId: string;
}

const contextOf = (name: string, { key, payload: { cause, correlationId } }: Due<Timed>) => ({
  key: `${name} ${key}`,
  actor: { kind: 'system', id: name } as const,
  correlationId,
  causationId: cause,
});

/** Opens a challenge at the first instant of its month. */
export const openCompetitions: ProcessDefinition<CompetitionFact, Timed, Decide> = {
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

  command: (due) =>
    decide<CompetitionCommand>(
      competitionStream,
      due.key,
      { type: 'OpenCompetition', competitionId: due.key },
      contextOf('competitions.open', due),
    ),
};

/** Closes a challenge at the end of its month. */
export const closeCompetitions: ProcessDefinition<CompetitionFact, Timed, CloseChallenge> = {
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

  command: (due) => new CloseChallenge(due.key, contextOf('competitions.close', due)),
};
