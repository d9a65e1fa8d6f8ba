import type { GenerationEdit, StoredImage } from '@easel/contracts/generation/events';
import type { Size } from '@easel/contracts/generation/policy';
import type { MadeImage } from '../render/image-maker.ts';

// Tasks of the render process for remote providers. Files are passed by their names in the blob store.

/** Prepares the pictures that are sent with a call. */
export interface PrepareTask {
  readonly references: readonly string[];
  readonly edit?:
    | { readonly kind: 'replace'; readonly source: string; readonly mask: string }
    | { readonly kind: Extract<GenerationEdit['kind'], 'extend'>; readonly source: string }
    | undefined;
  /** The size that is requested from the provider. */
  readonly size: Size;
}

export interface Prepared {
  /** Same order as in the task. */
  readonly references: readonly { readonly blob: string; readonly type: 'image/png' | 'image/jpeg' }[];
  /** PNGs of the requested size. The mask is transparent where the provider paints. */
  readonly edit?: { readonly source: string; readonly mask: string };
}

/** Converts a provider's picture to the delivered image. */
export interface FinishTask {
  readonly blob: string;
  readonly size: Size;
  readonly format: 'png' | 'jpg';
  /** The provider's name, which is written into the file. */
  readonly provider: string;
}

export interface FinishedPicture extends Omit<MadeImage<StoredImage>, 'seed'> {
  /** The provider's picture is smaller than the delivered one. */
  readonly enlarged: boolean;
}

/** The file cannot be decoded as a picture. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture';
}

/** Largest accepted file. A compressed picture of 40 megapixels is smaller. */
export const SENT_MAX_BYTES = 96 * 1024 * 1024;
