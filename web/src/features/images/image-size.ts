import { originalSize, type ImageSize } from '@easel/contracts/downloads/policy';
import type { WantedImage } from './image-deals.ts';
import { askedAs } from './image-details.ts';

/** The size in which an image was made. */
export function originalSizeOf({ generation, variantIndex }: WantedImage): ImageSize {
  const { resolution } = askedAs(generation, variantIndex).metadata;
  const { width, height } = generation.variants[variantIndex] ?? { width: 0, height: 0 };
  return originalSize({ resolution, width, height });
}
