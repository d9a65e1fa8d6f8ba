import type { CollectedFact } from '@easel/contracts/collections/events';
import { collectionProblems } from '@easel/contracts/collections/http';
import { COLLECTED_MAX } from '@easel/contracts/collections/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Collected {
  /** Ids of generations. */
  pictures: Record<string, true>;
}

interface Placing {
  memberId: string;
  collectionId: string;
  generationIds: readonly string[];
}

/** Whose the collection is, and that the pictures are theirs and finished, is found out beforehand. */
export type CollectedCommand =
  | (Placing & {
      type: 'CollectPictures';
      /** Of those in it, what is nowhere any more: it makes room. */
      purgedIds: readonly string[];
      at: Date;
    })
  | (Placing & { type: 'TakePicturesOut' });

/** What is in one collection. */
export const collected: Decider<Collected, CollectedCommand, CollectedFact> = {
  initial: () => ({ pictures: {} }),
  snapshot: 'collected@1',

  decide(command, state) {
    const { memberId, collectionId } = command;
    const ids = [...new Set(command.generationIds)];
    const isIn = (id: string): boolean => Object.hasOwn(state.pictures, id);
    const takenOut = (generationIds: string[], reason: 'choice' | 'purged'): CollectedFact[] =>
      generationIds.length > 0
        ? [{ type: 'PicturesTakenOut', data: { memberId, collectionId, generationIds, reason } }]
        : [];
    switch (command.type) {
      case 'CollectPictures': {
        const added = ids.filter((id) => !isIn(id));
        if (added.length === 0) return [];
        const gone = command.purgedIds.filter(isIn);
        const after = Object.keys(state.pictures).length - gone.length + added.length;
        if (after > COLLECTED_MAX) throw new Refused(collectionProblems.full);
        const collectedAt = command.at.toISOString();
        return [
          ...takenOut(gone, 'purged'),
          { type: 'PicturesCollected', data: { memberId, collectionId, generationIds: added, collectedAt } },
        ];
      }
      case 'TakePicturesOut':
        return takenOut(ids.filter(isIn), 'choice');
    }
  },

  evolve(state, { type, data }) {
    for (const id of data.generationIds) {
      if (type === 'PicturesCollected') state.pictures[id] = true;
      else delete state.pictures[id];
    }
    return state;
  },
};
