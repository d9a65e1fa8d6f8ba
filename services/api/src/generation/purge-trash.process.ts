import type { GenerationFact } from '@easel/contracts/generation/events';
import { trashEndsAt } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PurgeGeneration } from './generation.commands.ts';

interface Deletion {
  cause: string;
  correlationId: string;
}

/** Empties the trash: what was deleted and not restored in time is gone for good. */
export const purgeTrash: ProcessDefinition<GenerationFact, Deletion, PurgeGeneration> = {
  name: 'generation.purge-trash',
  from: 'start',
  categories: [generationStream.category],

  on(fact) {
    switch (fact.type) {
      case 'Deleted':
        return [
          {
            schedule: {
              key: fact.data.generationId,
              dueAt: trashEndsAt(fact.data.deletedAt),
              payload: { cause: fact.id, correlationId: fact.metadata.$correlationId },
            },
          },
        ];
      case 'Restored':
        return [{ cancel: fact.data.generationId }];
      default:
        return [];
    }
  },

  command: ({ key: generationId, payload: { cause, correlationId } }) =>
    new PurgeGeneration(generationId, {
      key: `purge ${generationId} ${cause}`,
      actor: { kind: 'system', id: 'generation.purge-trash' },
      correlationId,
      causationId: cause,
    }),
};
