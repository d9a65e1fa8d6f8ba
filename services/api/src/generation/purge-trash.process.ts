import type { GenerationFact } from '@easel/contracts/generation/events';
import { trashEndsAt } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import { trialEndsAt } from '@easel/contracts/trials/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { GenerationCommand } from './generation.decider.ts';

interface Stay {
  cause: string;
  correlationId: string;
}

/**
 * Empties the trash: what was deleted and not restored in time is gone for good, and so is a visitor's picture that
 * nobody has taken.
 */
export const purgeTrash: ProcessDefinition<GenerationFact, Stay, Decide> = {
  name: 'generation.purge-trash',
  from: 'start',
  categories: [generationStream.category],

  on: {
    GenerationRequested: (fact) => (fact.data.trial ? [ends(fact, trialEndsAt(fact.data.requestedAt))] : []),
    GenerationAdopted: ({ data }) => [{ cancel: data.generationId }],
    Deleted: (fact) => [ends(fact, trashEndsAt(fact.data.deletedAt))],
    Restored: ({ data }) => [{ cancel: data.generationId }],
    Purged: ({ data }) => [{ cancel: data.generationId }],
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

const ends = ({ id, data, metadata }: Recorded<GenerationFact>, dueAt: Date): Step<Stay> => ({
  schedule: { key: data.generationId, dueAt, payload: { cause: id, correlationId: metadata.$correlationId } },
});
