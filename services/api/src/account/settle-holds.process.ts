import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { decide, type Decide, type Undated } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { AccountCommand } from './account.decider.ts';

interface Ending {
  memberId: string;
  outcome: 'completed' | 'failed' | 'cancelled' | 'abandoned';
  cause: string;
  correlationId: string;
}

type End = Extract<GenerationFact, { type: 'GenerationCompleted' | 'GenerationFailed' | 'GenerationCancelled' }>;

/** Ends every hold by the end of its generation: captured when completed, released when failed or cancelled. */
export const settleHolds: ProcessDefinition<GenerationFact, Ending, Decide> = {
  name: 'account.settle-holds',
  from: 'start',
  categories: [generationStream.category],

  on: {
    GenerationCompleted: (fact) => ended(fact, 'completed'),
    GenerationFailed: (fact) => ended(fact, fact.data.reason === 'abandoned' ? 'abandoned' : 'failed'),
    GenerationCancelled: (fact) => ended(fact, 'cancelled'),
  },

  command: ({ key: generationId, payload: { memberId, outcome, cause, correlationId } }) =>
    decide<AccountCommand>(accountStream, memberId, settlement(memberId, generationId, outcome), {
      key: `settle ${generationId}`,
      actor: { kind: 'system', id: 'account.settle-holds' },
      correlationId,
      causationId: cause,
    }),
};

function ended({ id, data, recordedAt, metadata }: Recorded<End>, outcome: Ending['outcome']): Step<Ending>[] {
  // A visitor's: nothing was held for it.
  if (data.trial) return [];
  const payload = { memberId: data.memberId, outcome, cause: id, correlationId: metadata.$correlationId };
  return [{ schedule: { key: data.generationId, dueAt: recordedAt, payload } }];
}

const settlement = (memberId: string, generationId: string, outcome: Ending['outcome']): Undated<AccountCommand> =>
  outcome === 'completed'
    ? { type: 'CaptureCredits', memberId, generationId }
    : { type: 'ReleaseCredits', memberId, generationId, reason: outcome };
