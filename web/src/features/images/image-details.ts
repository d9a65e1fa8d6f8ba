import { previewLongSidePx } from '@easel/contracts/gallery/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { aspectRatioOf, aspectRatios, nearestRatio } from '@easel/contracts/generation/policy';
import { capitalised, resolutionName } from '../../lib/figures.ts';

/** `square_1_1` → `1:1`; an unknown key stands as it is. */
export function ratioText(key: string): string {
  const known = aspectRatioOf(key);
  return known ? `${aspectRatios[known].width}:${aspectRatios[known].height}` : key;
}

/** `super_real` → `Super real`. */
export const readable = (key: string): string => capitalised(key.replaceAll('_', ' '));

/** What a card says of the settings at a glance. */
export const badgesOf = ({ metadata }: Generation): string[] => [
  resolutionName(metadata.resolution),
  ratioText(metadata.aspect_ratio),
  metadata.file_format.toUpperCase(),
  ...(metadata.style === 'auto' ? [] : [readable(metadata.style)]),
];

/** A generation as one of its images was asked for: a later variant may have a prompt, size and provider of its own. */
export function askedAs(generation: Generation, variantIndex: number): Generation {
  const variant = generation.variants[variantIndex];
  if (!variant) return generation;
  const { width, height, resolution, provider, references } = variant;
  const metadata = {
    ...generation.metadata,
    ...(resolution !== undefined && { resolution }),
    ...(provider !== undefined && { provider }),
    ...(references !== undefined && { references }),
    aspect_ratio: ratioOf(generation.metadata.aspect_ratio, variant),
    image_dimensions: { width, height },
  };
  if (ownWordsOf(variant) === null) return { ...generation, metadata };
  return {
    ...generation,
    original_prompt: wholePrompt(variant) ?? generation.original_prompt,
    metadata: { ...metadata, seed: variant.seed, processing_time: null },
  };
}

/** Returns a variant's own prompt; undefined when it has none, or one that describes only a replaced part. */
const wholePrompt = ({ prompt, edit }: Generation['variants'][number]): string | undefined =>
  edit?.kind === 'replace' ? undefined : prompt;

/** Returns the aspect ratio of an image: an extended one has another shape than its generation. */
function ratioOf(key: string, size: { width: number; height: number }): string {
  const nearest = nearestRatio(size);
  return aspectRatioOf(key) === nearest ? key : nearest;
}

/** In what a variant was asked for otherwise than the images it stands with; null where in nothing. */
export const ownWordsOf = ({ prompt, resolution }: Generation['variants'][number]): string | null =>
  [prompt, resolution?.toUpperCase()].filter(Boolean).join(' · ') || null;

/** By which seed an image was drawn; of those that others share, that of the first alone is known. */
export const seedOf = ({ variants, metadata }: Generation, variantIndex: number): number | undefined =>
  variants[variantIndex]?.seed ?? (variantIndex === 0 ? metadata.seed : undefined);

/** Long side of the small picture that is kept of every image. */
const THUMBNAIL_PX = 384;

/** How wide a picture is shown on a card that styles lay out: rows are about so high, on phones and elsewhere. */
export function cardSizes({ width, height }: { width: number; height: number }): string {
  const widthAt = (rowPx: number): number => Math.round((rowPx * width) / height);
  return `(max-width: 599px) min(${widthAt(170)}px, 92vw), min(${widthAt(250)}px, 92vw)`;
}

/**
 * Thumbnail and preview, for the browser to choose by how wide the picture is shown (`sizes`) and how fine the screen
 * is.
 */
export function sourcesOf(image: Generation['variants'][number], sizes: string): { srcSet: string; sizes: string } {
  const widthAt = (longPx: number) =>
    Math.round(
      (Math.min(longPx, Math.max(image.width, image.height)) * image.width) / Math.max(image.width, image.height),
    );
  return {
    srcSet: `${image.thumbnail_url} ${widthAt(THUMBNAIL_PX)}w, ${image.image_url} ${widthAt(previewLongSidePx(image))}w`,
    sizes,
  };
}
