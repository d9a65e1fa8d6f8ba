import { Refused } from '@easel/contracts/kernel/problem';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadProblems } from '@easel/contracts/uploads/http';
import { UPLOADS_MAX, type UploadPurpose } from '@easel/contracts/uploads/policy';
import type { KeptUpload } from '@easel/contracts/uploads/view';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Uploads {
  /** By their ids, in the order in which they came. */
  kept: Record<string, KeptUpload>;
  /** The ids of the last that were deleted: a late repeat brings none of them back. */
  deleted: string[];
}

type Uploaded = Extract<UploadFact, { type: 'PictureUploaded' }>['data'];

export type UploadCommand =
  /** Its files are stored. */
  | ({ type: 'KeepUpload'; at: Date } & Omit<Uploaded, 'uploadedAt'>)
  /** By its member. */
  | { type: 'DeleteUpload'; memberId: string; uploadId: string }
  /** By the end of its time, or of its member's account: what is gone is left alone. */
  | { type: 'ForgetUpload'; memberId: string; uploadId: string };

const DELETED_REMEMBERED = 500;

/** Pictures that a member brought along, and may delete. */
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
          // A mask is used at once: the oldest makes room.
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

/** Those that are kept for this purpose, the oldest first. */
export const idsOf = ({ kept }: Uploads, purpose: UploadPurpose): string[] =>
  Object.entries(kept)
    .filter(([, upload]) => upload.purpose === purpose)
    .map(([id]) => id);
