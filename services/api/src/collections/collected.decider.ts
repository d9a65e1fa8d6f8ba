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
  | (Placing & { type: 'CollectPictures'; at: Date })
  | (Placing & { type: 'TakePicturesOut'; reason: 'choice' | 'purged' });

/** What is in one collection. */
export const collected: Decider<Collected, CollectedCommand, CollectedFact> = {
  initial: () => ({ pictures: {} }),
  snapshot: 'collected@1',

  decide(command, state) {
    const { memberId, collectionId } = command;
    const ids = [...new Set(command.generationIds)];
    const isIn = (id: string): boolean => Object.hasOwn(state.pictures, id);
    switch (command.type) {
      case 'CollectPictures': {
        const added = ids.filter((id) => !isIn(id));
        if (added.length === 0) return [];
        if (Object.keys(state.pictures).length + added.length > COLLECTED_MAX) {
          throw new Refused(collectionProblems.full);
        }
        const collectedAt = command.at.toISOString();
        return [{ type: 'PicturesCollected', data: { memberId, collectionId, generationIds: added, collectedAt } }];
      }
      case 'TakePicturesOut': {
        const generationIds = ids.filter(isIn);
        if (generationIds.length === 0) return [];
        const { reason } = command;
        return [{ type: 'PicturesTakenOut', data: { memberId, collectionId, generationIds, reason } }];
      }
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
