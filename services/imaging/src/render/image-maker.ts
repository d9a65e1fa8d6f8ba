import type { GenerationSettings, StoredImage } from '@easel/contracts/generation/events';

/** One image to be drawn by the built-in renderer: the index-th of a generation. */
export interface ImageJob {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly lettering?: string | undefined;
  readonly settings: GenerationSettings;
  readonly index: number;
  /** For a visitor: smaller than what is sold, and its preview watermarked. */
  readonly trial?: boolean;
}

export interface MadeFile {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Everything that is stored of one image: each file as bytes, or as its place in the blob store. */
export interface MadeImage<File = MadeFile> {
  readonly original: File;
  readonly preview: File;
  readonly thumbnail: File;
  readonly thumbhash: string;
  readonly look: string;
  readonly seed: number;
}

/**
 * Makes images on another thread or in another process; rejects when the signal aborts or the thread or process dies.
 */
export interface ImageMaker {
  /** `onProgress` receives the share of the image that is made, 0 to 1. */
  make(
    job: ImageJob,
    signal: AbortSignal,
    onProgress?: (made: number) => void,
  ): Promise<MadeImage<MadeFile | StoredImage>>;
  close(): Promise<void>;
}
