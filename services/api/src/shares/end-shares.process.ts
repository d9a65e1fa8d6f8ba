import type { CollectionFact } from '@easel/contracts/collections/events';
import { collectionsStream } from '@easel/contracts/collections/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Shown } from '@easel/contracts/shares/events';
import { sharesStream } from '@easel/contracts/shares/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { SharesCommand } from './shares.decider.ts';

interface End {
  memberId: string;
  shown: Shown;
  cause: string;
  correlationId: string;
}

/**
 * Ends the links to what is nowhere any more, so that their list says so. Nobody sees anything by them from the moment
 * at which it is gone, whenever this comes.
 */
export const endShares: ProcessDefinition<CollectionFact | GenerationFact, End, Decide> = {
  name: 'shares.end-shares',
  from: 'start',
  categories: [collectionsStream.category, generationStream.category],

  on: {
    CollectionDeleted: (fact) => ended(fact, { kind: 'collection', collectionId: fact.data.collectionId }),
    Purged: (fact) => ended(fact, { kind: 'picture', generationId: fact.data.generationId }),
  },

  command: ({ dueAt: at, payload: { memberId, shown, cause, correlationId } }) =>
    decide<SharesCommand>(
      sharesStream,
      memberId,
      { type: 'RevokeLinksTo', memberId, shown, at },
      {
        key: `end ${cause}`,
        actor: { kind: 'system', id: 'shares.end-shares' },
        correlationId,
        causationId: cause,
      },
    ),
};

const ended = (
  { id, data, recordedAt, metadata }: Recorded<CollectionFact | GenerationFact>,
  shown: Shown,
): Step<End>[] => [
  {
    schedule: {
      key: id,
      dueAt: recordedAt,
      payload: { memberId: data.memberId, shown, cause: id, correlationId: metadata.$correlationId },
    },
  },
];
