import { z } from 'zod';
import { storedImage } from '../generation/events.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { uploadFormats, uploadPurposes } from './policy.ts';

const ids = { uploadId: z.uuid(), memberId: z.uuid() };

/** Facts of `uploads-{memberId}`. */
export const uploadFacts = {
  /** Its files are stored: upright, in sRGB, and without anything that the file said beside its pixels. */
  PictureUploaded: {
    version: 1,
    data: z.object({
      ...ids,
      purpose: z.enum(uploadPurposes),
      /** Of the file that was sent; what is stored is PNG or JPEG. */
      sentAs: z.enum(uploadFormats),
      /** As its member's device named it; empty where it did not. */
      fileName: z.string(),
      original: storedImage,
      preview: storedImage,
      thumbnail: storedImage,
      thumbhash: z.string(),
      uploadedAt: z.iso.datetime(),
    }),
    sealed: { subject: 'memberId', fields: ['fileName'] },
  },
  /** By its member, by the end of its time, or because its member was erased. Its files may go. */
  UploadDeleted: { version: 1, data: z.object(ids) },
} satisfies FactCatalogue;

export type UploadFact = FactsOf<typeof uploadFacts>;
