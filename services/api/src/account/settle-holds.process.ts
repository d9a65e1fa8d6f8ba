import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide, type Decide, type Undated } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { AccountCommand } from './account.decider.ts';

interface Ending {
  memberId: string;
  outcome: 'completed' | 'failed' | 'cancelled' | 'abandoned';
  cause: string;
  correlationId: string;
}

/** Ends every hold by the end of its generation: captured when completed, released when failed or cancelled. */
export const settleHolds: ProcessDefinition<GenerationFact, Ending, Decide> = {
  name: 'account.settle-holds',
  from: 'start',
  categories: [generationStream.category],

  on(fact) {
    const ended = (outcome: Ending['outcome']) => [
      {
        schedule: {
          key: fact.data.generationId,
          dueAt: fact.recordedAt,
          payload: {
            memberId: fact.data.memberId,
            outcome,
            cause: fact.id,
            correlationId: fact.metadata.$correlationId,
          },
        },
      },
    ];
    switch (fact.type) {
      case 'GenerationCompleted':
        return ended('completed');
      case 'GenerationFailed':
        return ended(fact.data.reason === 'abandoned' ? 'abandoned' : 'failed');
      case 'GenerationCancelled':
        return ended('cancelled');
      default:
        return [];
    }
  },

  command: ({ key: generationId, payload: { memberId, outcome, cause, correlationId } }) =>
    decide<AccountCommand>(accountStream, memberId, settlement(memberId, generationId, outcome), {
      key: `settle ${generationId}`,
      actor: { kind: 'system', id: 'account.settle-holds' },
      correlationId,
      causationId: cause,
    }),
};

const settlement = (memberId: string, generationId: string, outcome: Ending['outcome']): Undated<AccountCommand> =>
  outcome === 'completed'
    ? { type: 'CaptureCredits', memberId, generationId }
    : { type: 'ReleaseCredits', memberId, generationId, reason: outcome };
