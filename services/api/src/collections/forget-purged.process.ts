import type { CollectionFact } from '@easel/contracts/collections/events';
import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { CollectedCommand } from './collected.decider.ts';
import type { CollectionsCommand } from './collections.decider.ts';

interface Gone {
  memberId: string;
  generationId: string;
  /** Out of which it is to be taken; absent while nobody has said which there are. */
  collectionId?: string;
  cause: string;
  correlationId: string;
}

/**
 * Takes what is nowhere any more out of its owner's collections, so that it takes up no room there: their stream says
 * which collections there are, and each of these whether it held the picture.
 */
export const forgetPurged: ProcessDefinition<CollectionFact | GenerationFact, Gone, Decide> = {
  name: 'collections.forget-purged',
  from: 'start',
  categories: [collectionsStream.category, generationStream.category],

  on: {
    Purged: (fact) => [gone(fact)],
    PictureLost: (fact) => fact.data.collectionIds.map((collectionId) => gone(fact, collectionId)),
  },

  command({ payload: { memberId, generationId, collectionId, cause, correlationId } }) {
    const context = {
      key: `forget ${cause} ${collectionId ?? ''}`,
      actor: { kind: 'system', id: 'collections.forget-purged' } as const,
      correlationId,
      causationId: cause,
    };
    return collectionId === undefined
      ? decide<CollectionsCommand>(
          collectionsStream,
          memberId,
          { type: 'LosePicture', memberId, generationId },
          context,
        )
      : decide<CollectedCommand>(
          collectedStream,
          collectionId,
          { type: 'TakePicturesOut', memberId, collectionId, generationIds: [generationId], reason: 'purged' },
          context,
        );
  },
};

function gone(
  {
    id,
    data: { memberId, generationId },
    recordedAt,
    metadata,
  }: Recorded<Extract<CollectionFact | GenerationFact, { type: 'Purged' | 'PictureLost' }>>,
  collectionId?: string,
): Step<Gone> {
  const payload = { memberId, generationId, cause: id, correlationId: metadata.$correlationId };
  return {
    schedule: {
      key: collectionId === undefined ? id : `${id} ${collectionId}`,
      dueAt: recordedAt,
      payload: collectionId === undefined ? payload : { ...payload, collectionId },
    },
  };
}
