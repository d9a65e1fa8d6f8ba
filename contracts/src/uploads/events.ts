import { z } from 'zod';
import { storedImage } from '../generation/events.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { uploadFormats, uploadPurposes } from './policy.ts';

const ids = { uploadId: z.uuid(), memberId: z.uuid() };

/** Lists the facts of `uploads-{memberId}`. */
export const uploadFacts = {
  /** The files are stored upright, in sRGB, and without the metadata of the sent file. */
  PictureUploaded: {
    version: 1,
    data: z.object({
      ...ids,
      purpose: z.enum(uploadPurposes),
      /** The format that was sent; stored files are PNG or JPEG. */
      sentAs: z.enum(uploadFormats),
      /** The file name on the member's device; empty when the client sent none. */
      fileName: z.string(),
      original: storedImage,
      preview: storedImage,
      thumbnail: storedImage,
      thumbhash: z.string(),
      uploadedAt: z.iso.datetime(),
    }),
    sealed: { subject: 'memberId', fields: ['fileName'] },
  },
  /** The member deleted it, it expired (masks), or the member's account was erased. Its files may be removed. */
  UploadDeleted: { version: 1, data: z.object(ids) },
} satisfies FactCatalogue;

export type UploadFact = FactsOf<typeof uploadFacts>;
