import type { GenerationEdit, StoredImage } from '@easel/contracts/generation/events';
import type { Size } from '@easel/contracts/generation/policy';
import type { MadeImage } from '../render/image-maker.ts';

// What the render process does for a remote provider. Files pass by the blob store, whose names these are.

/** Pictures that are to be sent along are made ready. */
export interface PrepareTask {
  readonly references: readonly string[];
  readonly edit?:
    | { readonly kind: 'replace'; readonly source: string; readonly mask: string }
    | { readonly kind: Extract<GenerationEdit['kind'], 'extend'>; readonly source: string }
    | undefined;
  /** In which pixels the provider is asked. */
  readonly size: Size;
}

export interface Prepared {
  /** In the order of the task. */
  readonly references: readonly { readonly blob: string; readonly type: 'image/png' | 'image/jpeg' }[];
  /** Both are PNGs of the size asked for; the mask is transparent where it is to be painted. */
  readonly edit?: { readonly source: string; readonly mask: string };
}

/** What a provider has sent becomes an image as it is delivered. */
export interface FinishTask {
  readonly blob: string;
  readonly size: Size;
  readonly format: 'png' | 'jpg';
  /** Its name, which is written into the file. */
  readonly provider: string;
}

export interface FinishedPicture extends Omit<MadeImage<StoredImage>, 'seed'> {
  /** What was sent is smaller than what is delivered. */
  readonly enlarged: boolean;
}

/** The file is not a picture that can be read. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture';
}

/** More than a picture of 40 megapixels has, packed at all. */
export const SENT_MAX_BYTES = 96 * 1024 * 1024;
