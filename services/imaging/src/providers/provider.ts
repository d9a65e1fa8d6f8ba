import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { Size } from '@easel/contracts/generation/policy';

/** One image of a generation. */
export interface ImageRequest {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Text to draw into the picture; without it the prompt's own quotation is used. */
  readonly lettering?: string | undefined;
  readonly settings: GenerationSettings;
  /** Position within the generation, from 0. */
  readonly index: number;
  /** Seed of this image: the generation's plus `index`. */
  readonly seed: number;
  readonly size: Size;
}

export interface ProvidedImage {
  /** The complete file as it will be stored. */
  readonly bytes: Buffer;
  readonly format: 'png' | 'jpg';
}

/** The request can never succeed: the generation fails without a retry. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected';
}

/** A renderer that runs in a child process, because it may take long, hang or crash. */
export interface ImageProvider {
  readonly name: 'procedural';
  /**
   * Renders one image. Throws RequestRejected; other errors are retried. `onProgress` receives the drawn fraction, 0 to
   * 1.
   */
  render(request: ImageRequest, signal: AbortSignal, onProgress?: (drawn: number) => void): Promise<ProvidedImage>;
}

export type ProviderName = ImageProvider['name'];
