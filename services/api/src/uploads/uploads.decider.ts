import { Refused } from '@easel/contracts/kernel/problem';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadProblems } from '@easel/contracts/uploads/http';
import { UPLOADS_MAX, type UploadPurpose } from '@easel/contracts/uploads/policy';
import type { KeptUpload } from '@easel/contracts/uploads/view';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Uploads {
  /** By upload id, in the order of arrival. */
  kept: Record<string, KeptUpload>;
  /** The last deleted ids, so that a late repeat does not restore a deleted upload. */
  deleted: string[];
}

type Uploaded = Extract<UploadFact, { type: 'PictureUploaded' }>['data'];

export type UploadCommand =
  /** Records an upload whose files are stored. */
  | ({ type: 'KeepUpload'; at: Date } & Omit<Uploaded, 'uploadedAt'>)
  /** Deletes an upload at its member's request. */
  | { type: 'DeleteUpload'; memberId: string; uploadId: string }
  /** Deletes an expired mask or an erased account's upload; ignores unknown ids. */
  | { type: 'ForgetUpload'; memberId: string; uploadId: string };

const DELETED_REMEMBERED = 500;

/** Decides about one member's uploads: reference pictures and masks. */
export const uploads: Decider<Uploads, UploadCommand, UploadFact> = {
  initial: () => ({ kept: {}, deleted: [] }),
  snapshot: 'uploads@1',

  decide(command, { kept, deleted }) {
    const { memberId, uploadId } = command;
    const isDeleted = deleted.includes(uploadId);
    const gone = (id: string): UploadFact => ({ type: 'UploadDeleted', data: { uploadId: id, memberId } });
    switch (command.type) {
      case 'KeepUpload': {
        if (isDeleted || Object.hasOwn(kept, uploadId)) return [];
        const { type: _, at, ...picture } = command;
        const own = idsOf({ kept, deleted }, command.purpose);
        const isFull = own.length >= UPLOADS_MAX;
        if (isFull && command.purpose === 'reference') throw new Refused(uploadProblems.full);
        return [
          // A mask is needed only briefly, so the oldest makes room.
          ...(isFull ? own.slice(0, own.length - UPLOADS_MAX + 1).map(gone) : []),
          { type: 'PictureUploaded', data: { ...picture, uploadedAt: at.toISOString() } },
        ];
      }
      case 'DeleteUpload':
        if (isDeleted) return [];
        if (!Object.hasOwn(kept, uploadId)) throw new Refused(uploadProblems.notFound);
        return [gone(uploadId)];
      case 'ForgetUpload':
        return Object.hasOwn(kept, uploadId) ? [gone(uploadId)] : [];
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'PictureUploaded': {
        const { purpose, original, preview, thumbnail, thumbhash, uploadedAt } = data;
        state.kept[data.uploadId] = { purpose, original, preview, thumbnail, thumbhash, uploadedAt };
        return state;
      }
      case 'UploadDeleted':
        delete state.kept[data.uploadId];
        state.deleted = [...state.deleted, data.uploadId].slice(-DELETED_REMEMBERED);
        return state;
    }
  },
};

/** Returns the ids of the kept uploads with this purpose, oldest first. */
export const idsOf = ({ kept }: Uploads, purpose: UploadPurpose): string[] =>
  Object.entries(kept)
    .filter(([, upload]) => upload.purpose === purpose)
    .map(([id]) => id);
