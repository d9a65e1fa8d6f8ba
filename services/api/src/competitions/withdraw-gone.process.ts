import { competitionStream } from '@easel/contracts/competitions/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { CompetitionCommand } from './competition.decider.ts';

interface Gone {
  competitionId: string;
  memberId: string;
  cause: string;
  correlationId: string;
}

/** Withdraws the entry of a picture that its owner deleted or made private while the challenge was open. */
export const withdrawGone: ProcessDefinition<GenerationFact, Gone, Decide> = {
  name: 'competitions.withdraw-gone',
  from: 'start',
  categories: [generationStream.category],

  on: {
    EntryUntagged: ({ id: cause, data, recordedAt, metadata }) => {
      if (data.reason !== 'picture-gone') return [];
      const { competitionId, memberId, entryId: key } = data;
      const payload = { competitionId, memberId, cause, correlationId: metadata.$correlationId };
      return [{ schedule: { key, dueAt: recordedAt, payload } }];
    },
  },

  command: ({ key: entryId, payload: { competitionId, memberId, cause, correlationId } }) =>
    decide<CompetitionCommand>(
      competitionStream,
      competitionId,
      { type: 'WithdrawEntry', competitionId, entryId, memberId, reason: 'picture-gone' },
      {
        key: `gone ${entryId}`,
        actor: { kind: 'system', id: 'competitions.withdraw-gone' },
        correlationId,
        causationId: cause,
      },
    ),
};
