import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { AttachVariant } from './generation.commands.ts';

interface Completed {
  cause: string;
  correlationId: string;
}

/** Brings every image that was asked for as another's variant to where it belongs, once it is complete. */
export const attachVariants: ProcessDefinition<GenerationFact, Completed, AttachVariant> = {
  name: 'generation.attach-variant',
  from: 'start',
  categories: [generationStream.category],

  on(fact) {
    if (fact.type !== 'GenerationCompleted') return [];
    return [
      {
        schedule: {
          key: fact.data.generationId,
          dueAt: fact.recordedAt,
          payload: { cause: fact.id, correlationId: fact.metadata.$correlationId },
        },
      },
    ];
  },

  command: ({ key: source, payload: { cause, correlationId } }) =>
    new AttachVariant(source, {
      key: `attach ${source}`,
      actor: { kind: 'system', id: 'generation.attach-variant' },
      correlationId,
      causationId: cause,
    }),
};
