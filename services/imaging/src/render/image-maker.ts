import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { ProviderName } from '../providers/provider.ts';

/** One image to be made: the index-th of a generation. */
export interface ImageJob {
  readonly provider: ProviderName;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly lettering?: string | undefined;
  readonly settings: GenerationSettings;
  readonly index: number;
  /** For a visitor: smaller than what is sold, and its preview watermarked. */
  readonly trial?: boolean;
}

interface MadeFile {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Everything that is stored of one image. */
export interface MadeImage {
  readonly original: MadeFile;
  readonly preview: MadeFile;
  readonly thumbnail: MadeFile;
  readonly thumbhash: string;
  readonly look: string;
  readonly seed: number;
}

/** Makes images somewhere else than on this thread; rejects when the signal aborts or whoever makes it dies. */
export interface ImageMaker {
  /** `onProgress` hears now and then how much of the image is made, 0 to 1. */
  make(job: ImageJob, signal: AbortSignal, onProgress?: (made: number) => void): Promise<MadeImage>;
  close(): Promise<void>;
}
