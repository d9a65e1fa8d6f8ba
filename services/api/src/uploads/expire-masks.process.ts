import type { UploadFact } from '@easel/contracts/uploads/events';
import { MASK_KEPT_MS } from '@easel/contracts/uploads/policy';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { UploadCommand } from './uploads.decider.ts';

interface Kept {
  memberId: string;
  cause: string;
  correlationId: string;
}

/** Deletes masks when they expire. */
export const expireMasks: ProcessDefinition<UploadFact, Kept, Decide> = {
  name: 'uploads.expire-masks',
  from: 'start',
  categories: [uploadStream.category],

  on: {
    PictureUploaded: ({ id, data: { uploadId, memberId, purpose, uploadedAt }, metadata }) =>
      purpose === 'mask'
        ? [
            {
              schedule: {
                key: uploadId,
                dueAt: new Date(Date.parse(uploadedAt) + MASK_KEPT_MS),
                payload: { memberId, cause: id, correlationId: metadata.$correlationId },
              },
            },
          ]
        : [],
    UploadDeleted: ({ data }) => [{ cancel: data.uploadId }],
  },

  command: ({ key: uploadId, payload: { memberId, cause, correlationId } }) =>
    decide<UploadCommand>(
      uploadStream,
      memberId,
      { type: 'ForgetUpload', memberId, uploadId },
      {
        key: `expire ${uploadId}`,
        actor: { kind: 'system', id: 'uploads.expire-masks' },
        correlationId,
        causationId: cause,
      },
    ),
};
