import type { CollectionFact } from '@easel/contracts/collections/events';
import { collectionProblems } from '@easel/contracts/collections/http';
import { COLLECTIONS_MAX } from '@easel/contracts/collections/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Collections {
  /** Names by the collections' ids. */
  kept: Record<string, string>;
  /** Ids of those that were deleted: a repeat makes none of them anew. */
  deleted: Record<string, true>;
}

export type CollectionsCommand =
  | { type: 'MakeCollection'; memberId: string; collectionId: string; name: string; at: Date }
  | { type: 'RenameCollection'; memberId: string; collectionId: string; name: string }
  | { type: 'DeleteCollection'; memberId: string; collectionId: string; at: Date };

/** Which collections a member has. Its names are personal: no snapshot keeps them. */
export const collections: Decider<Collections, CollectionsCommand, CollectionFact> = {
  initial: () => ({ kept: {}, deleted: {} }),

  decide(command, state) {
    const { memberId, collectionId } = command;
    const isKept = Object.hasOwn(state.kept, collectionId);
    switch (command.type) {
      case 'MakeCollection': {
        if (isKept || Object.hasOwn(state.deleted, collectionId)) return [];
        if (Object.keys(state.kept).length >= COLLECTIONS_MAX) throw new Refused(collectionProblems.tooMany);
        const { name, at } = command;
        return [{ type: 'CollectionMade', data: { memberId, collectionId, name, madeAt: at.toISOString() } }];
      }
      case 'RenameCollection':
        if (!isKept) throw new Refused(collectionProblems.notFound);
        return state.kept[collectionId] === command.name
          ? []
          : [{ type: 'CollectionRenamed', data: { memberId, collectionId, name: command.name } }];
      case 'DeleteCollection':
        if (Object.hasOwn(state.deleted, collectionId)) return [];
        if (!isKept) throw new Refused(collectionProblems.notFound);
        return [{ type: 'CollectionDeleted', data: { memberId, collectionId, deletedAt: command.at.toISOString() } }];
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'CollectionMade':
      case 'CollectionRenamed':
        state.kept[data.collectionId] = data.name;
        return state;
      case 'CollectionDeleted':
        delete state.kept[data.collectionId];
        state.deleted[data.collectionId] = true;
        return state;
    }
  },
};
