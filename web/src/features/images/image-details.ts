import { previewLongSidePx } from '@easel/contracts/gallery/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { aspectRatioOf, aspectRatios, isBuiltIn, type ProviderSetting } from '@easel/contracts/generation/policy';
import { builtInSheet } from '@easel/contracts/providers/built-in';
import type { ProviderSheet } from '@easel/contracts/providers/policy';
import { capitalised, resolutionName, secondsText } from '../../lib/figures.ts';

/** `square_1_1` → `1:1`; an unknown key stands as it is. */
function ratioText(key: string): string {
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
  const { width, height, prompt = generation.original_prompt, resolution, provider, references } = variant;
  const metadata = {
    ...generation.metadata,
    ...(resolution !== undefined && { resolution }),
    ...(provider !== undefined && { provider }),
    ...(references !== undefined && { references }),
    image_dimensions: { width, height },
  };
  if (ownWordsOf(variant) === null) return { ...generation, metadata };
  return {
    ...generation,
    original_prompt: prompt,
    metadata: { ...metadata, seed: variant.seed, processing_time: null },
  };
}

/** In what a variant was asked for otherwise than the images it stands with; null where in nothing. */
export const ownWordsOf = ({ prompt, resolution }: Generation['variants'][number]): string | null =>
  [prompt, resolution?.toUpperCase()].filter(Boolean).join(' · ') || null;

/** By which seed an image was drawn; of those that others share, that of the first alone is known. */
export const seedOf = ({ variants, metadata }: Generation, variantIndex: number): number | undefined =>
  variants[variantIndex]?.seed ?? (variantIndex === 0 ? metadata.seed : undefined);

/** What is said of who made an image. */
export type Maker = Pick<ProviderSheet, 'label' | 'seeds' | 'ignored'>;

/** What the viewer says of one image, by name. `maker`: absent while it is not known, or no longer. */
export function detailsOf(
  generation: Generation,
  variantIndex: number,
  maker?: Maker,
): [name: string, value: string][] {
  const { metadata } = askedAs(generation, variantIndex);
  const dimensions = metadata.image_dimensions;
  const seed = seedOf(generation, variantIndex);
  const heeds = (setting: ProviderSetting): boolean =>
    isBuiltIn(metadata.provider) || maker?.ignored[setting] === undefined;
  const hasSeed = seed !== undefined && (isBuiltIn(metadata.provider) || maker?.seeds === true);
  const { references = 0 } = metadata;
  const rows: ([name: string, value: string] | false)[] = [
    ['Made by', isBuiltIn(metadata.provider) ? builtInSheet.label : (maker?.label ?? metadata.provider)],
    ['Resolution', resolutionName(metadata.resolution)],
    dimensions !== null && ['Dimensions', `${dimensions.width} × ${dimensions.height} px`],
    generation.variants[variantIndex]?.enlarged === true && ['Enlarged', 'It was made smaller, and enlarged'],
    ['Shape', ratioText(metadata.aspect_ratio)],
    heeds('model') && ['Model', readable(metadata.model_type)],
    heeds('engine') && ['Engine', readable(metadata.engine_type)],
    ['Style', readable(metadata.style)],
    hasSeed && ['Seed', String(seed)],
    references > 0 && ['Sent along', references === 1 ? 'a picture' : `${references} pictures`],
    metadata.processing_time !== null && ['Processing time', secondsText(metadata.processing_time)],
    ['Format', metadata.file_format.toUpperCase()],
  ];
  return rows.filter((row) => row !== false);
}

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
