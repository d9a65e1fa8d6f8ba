import type { StoredImage } from '../generation/events.ts';
import type { UploadPurpose } from './policy.ts';

/** A picture that a member brought along, as it is kept. */
export interface KeptUpload {
  purpose: UploadPurpose;
  original: StoredImage;
  preview: StoredImage;
  thumbnail: StoredImage;
  thumbhash: string;
  /** ISO 8601. */
  uploadedAt: string;
}
