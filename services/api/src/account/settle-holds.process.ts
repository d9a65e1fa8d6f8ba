import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProcessDefinition } from '@easel/kernel/process';
import { SettleHold } from './account.commands.ts';

interface Ending {
  memberId: string;
  outcome: 'completed' | 'failed' | 'cancelled' | 'abandoned';
  cause: string;
  correlationId: string;
}

/** Ends every hold by the end of its generation: captured when completed, released when failed or cancelled. */
export const settleHolds: ProcessDefinition<GenerationFact, Ending, SettleHold> = {
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
    new SettleHold(memberId, generationId, outcome, {
      key: `settle ${generationId}`,
      actor: { kind: 'system', id: 'account.settle-holds' },
      correlationId,
      causationId: cause,
    }),
};
