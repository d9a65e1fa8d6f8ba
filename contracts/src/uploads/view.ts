import type { StoredImage } from '../generation/events.ts';
import type { UploadPurpose } from './policy.ts';

/** An upload as it is stored. */
export interface KeptUpload {
  purpose: UploadPurpose;
  original: StoredImage;
  preview: StoredImage;
  thumbnail: StoredImage;
  thumbhash: string;
  /** ISO 8601. */
  uploadedAt: string;
}
