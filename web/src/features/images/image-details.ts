import { previewLongSidePx } from '@easel/contracts/gallery/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { aspectRatioOf, aspectRatios, type ProviderSetting } from '@easel/contracts/generation/policy';
import { capitalised, counted, resolutionName, secondsText } from '../../lib/figures.ts';

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

/** Whoever made it, where that is said. */
export interface Maker {
  label: string;
  /** Whether a seed of it makes the same picture again. */
  seeds: boolean;
  /** Settings of which it makes nothing, with the reason. */
  ignored: Readonly<Partial<Record<ProviderSetting, string>>>;
}

const NOT_KNOWN = 'It is not known whether it heeded this';

/** One of which only the stored name is known: nothing is said that may not have counted. */
export const unknownMaker = (label: string): Maker => ({
  label,
  seeds: false,
  ignored: { model: NOT_KNOWN, engine: NOT_KNOWN },
});

/** What the viewer says of one image, by name. */
export function detailsOf(
  generation: Generation,
  variantIndex: number,
  maker?: Maker,
): [name: string, value: string][] {
  const { metadata } = askedAs(generation, variantIndex);
  const { image_dimensions: dimensions, references = 0 } = metadata;
  const seed = maker?.seeds === false ? undefined : seedOf(generation, variantIndex);
  const { revised_prompt: revised, enlarged } = generation.variants[variantIndex] ?? {};
  const heeded = (setting: ProviderSetting, name: string, key: string): [string, string][] =>
    maker?.ignored[setting] === undefined ? [[name, readable(key)]] : [];
  return [
    ...(revised === undefined ? [] : [['As the provider rewrote it', revised] as [string, string]]),
    ...(maker ? [['Made by', maker.label] as [string, string]] : []),
    ...(references > 0 ? [['Sent along', counted(references, 'picture')] as [string, string]] : []),
    ['Resolution', resolutionName(metadata.resolution)],
    ...(dimensions
      ? [
          ['Dimensions', `${dimensions.width} × ${dimensions.height} px${enlarged ? ', enlarged' : ''}`] as [
            string,
            string,
          ],
        ]
      : []),
    ['Shape', ratioText(metadata.aspect_ratio)],
    ...heeded('model', 'Model', metadata.model_type),
    ...heeded('engine', 'Engine', metadata.engine_type),
    ['Style', readable(metadata.style)],
    ...(seed === undefined ? [] : [['Seed', String(seed)] as [string, string]]),
    ...(metadata.processing_time === null
      ? []
      : [['Processing time', secondsText(metadata.processing_time)] as [string, string]]),
    ['Format', metadata.file_format.toUpperCase()],
  ];
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
