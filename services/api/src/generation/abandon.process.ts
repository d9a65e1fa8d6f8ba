import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { ABANDON_AFTER_MS } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { TrialFact } from '@easel/contracts/trials/events';
import { trialsStream } from '@easel/contracts/trials/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { GenerationCommand } from './generation.decider.ts';

interface Awaited {
  memberId: string;
  trial?: true;
  cause: string;
  correlationId: string;
}

/**
 * Watches for holds, and visitors' claims, whose generation never came, because the process died between the two
 * appends.
 */
export const abandonHolds: ProcessDefinition<AccountFact | GenerationFact | TrialFact, Awaited, Decide> = {
  name: 'generation.abandon',
  from: 'start',
  categories: [accountStream.category, generationStream.category, trialsStream.category],

  on: {
    CreditsHeld: ({ id, data, recordedAt, metadata }) => [
      {
        schedule: {
          key: data.generationId,
          dueAt: new Date(recordedAt.getTime() + ABANDON_AFTER_MS),
          payload: { memberId: data.memberId, cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
    TrialClaimed: ({ id, data, recordedAt, metadata }) => [
      {
        schedule: {
          key: data.generationId,
          dueAt: new Date(recordedAt.getTime() + ABANDON_AFTER_MS),
          payload: { memberId: data.visitorId, trial: true, cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
    GenerationRequested: ({ data }) => [{ cancel: data.generationId }],
    CreditsReleased: ({ data }) => [{ cancel: data.generationId }],
  },

  command: ({ key: generationId, payload: { memberId, trial, cause, correlationId } }) =>
    decide<GenerationCommand>(
      generationStream,
      generationId,
      { type: 'AbandonGeneration', generationId, memberId, ...(trial && { trial }) },
      {
        key: `abandon ${generationId}`,
        actor: { kind: 'system', id: 'generation.abandon' },
        correlationId,
        causationId: cause,
      },
    ),
};
