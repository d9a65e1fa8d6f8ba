import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { Size } from '@easel/contracts/generation/policy';

/** One image of a generation. */
export interface ImageRequest {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Words to be read in it; absent where the prompt's own quotation decides. */
  readonly lettering?: string | undefined;
  readonly settings: GenerationSettings;
  /** Of the image within its generation, from 0. */
  readonly index: number;
  /** Of this image: the generation's own plus the index. */
  readonly seed: number;
  readonly size: Size;
}

export interface ProvidedImage {
  /** A whole file, as it will be stored. */
  readonly bytes: Buffer;
  readonly format: 'png' | 'jpg';
}

/** The request can never be granted, by anyone who tries it again: the generation fails at once. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected';
}

/** Where images come from. It may take long, hang or die: it runs in a process of its own. */
export interface ImageProvider {
  readonly name: 'procedural';
  /** Throws RequestRejected; any other error is worth another attempt. `onProgress` hears how much is drawn, 0 to 1. */
  render(request: ImageRequest, signal: AbortSignal, onProgress?: (drawn: number) => void): Promise<ProvidedImage>;
}

export type ProviderName = ImageProvider['name'];
