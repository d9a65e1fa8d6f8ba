import type { Generation } from '@easel/contracts/generation/http';
import type { ReferenceRole } from '@easel/contracts/providers/reference.policy';

/** A picture that is to be sent along, and how it is shown until then. */
export interface Reference {
  kind: 'image' | 'upload';
  /** Of the image, or of the upload. */
  id: string;
  /** Of an image. */
  generation_id?: string | undefined;
  /** For those who cannot see it. */
  name: string;
  thumbnail_url: string;
  width: number;
  height: number;
  thumbhash: string;
  /** How it is used, where the provider asks. */
  role?: ReferenceRole | undefined;
  /** 0 to 100, where the provider asks. */
  strength?: number | undefined;
}

/** One of one's own images, or one that was bought, as a reference; undefined where it has no such image. */
export function referenceOf(
  { id: generation_id, original_prompt: name, variants }: Generation,
  variantIndex: number,
): Reference | undefined {
  const image = variants[variantIndex];
  if (!image) return undefined;
  const { id, thumbnail_url, width, height, thumbhash } = image;
  return { kind: 'image', id, generation_id, name, thumbnail_url, width, height, thumbhash };
}
