import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { DeliverVariant } from './deliver-variant.ts';

interface Completed {
  cause: string;
  correlationId: string;
}

/** Brings every image that was asked for as another's variant to where it belongs, once it is complete. */
export const attachVariants: ProcessDefinition<GenerationFact, Completed, DeliverVariant> = {
  name: 'generation.attach-variant',
  from: 'start',
  categories: [generationStream.category],

  on: {
    GenerationCompleted: ({ id, data, recordedAt, metadata }) => [
      {
        schedule: {
          key: data.generationId,
          dueAt: recordedAt,
          payload: { cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
  },

  command: ({ key: source, payload: { cause, correlationId } }) =>
    new DeliverVariant(source, {
      key: `attach ${source}`,
      actor: { kind: 'system', id: 'generation.attach-variant' },
      correlationId,
      causationId: cause,
    }),
};
