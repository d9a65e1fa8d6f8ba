import type { GenerationFact } from '@easel/contracts/generation/events';
import { trashEndsAt } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { GenerationCommand } from './generation.decider.ts';

interface Deletion {
  cause: string;
  correlationId: string;
}

/** Empties the trash: what was deleted and not restored in time is gone for good. */
export const purgeTrash: ProcessDefinition<GenerationFact, Deletion, Decide> = {
  name: 'generation.purge-trash',
  from: 'start',
  categories: [generationStream.category],

  on: {
    Deleted: ({ id, data, metadata }) => [
      {
        schedule: {
          key: data.generationId,
          dueAt: trashEndsAt(data.deletedAt),
          payload: { cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
    Restored: ({ data }) => [{ cancel: data.generationId }],
  },

  command: ({ key: generationId, payload: { cause, correlationId } }) =>
    decide<GenerationCommand>(
      generationStream,
      generationId,
      { type: 'PurgeGeneration', generationId },
      {
        key: `purge ${generationId} ${cause}`,
        actor: { kind: 'system', id: 'generation.purge-trash' },
        correlationId,
        causationId: cause,
      },
    ),
};
