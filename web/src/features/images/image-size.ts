import { originalSize, type ImageSize } from '@easel/contracts/downloads/policy';
import type { WantedImage } from './image-deals.ts';

/** The size in which an image was made: its generation's, except for a variant that was made in another one later. */
export function originalSizeOf({ generation, variantIndex }: WantedImage): ImageSize {
  const { metadata, variants } = generation;
  const { width, height } = variants[variantIndex] ?? { width: 0, height: 0 };
  const first = variants[0];
  const isAsOrdered = first !== undefined && Math.max(first.width, first.height) === Math.max(width, height);
  return originalSize({ resolution: isAsOrdered ? metadata.resolution : null, width, height });
}
