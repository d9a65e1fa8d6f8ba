import { rightsOf, type SubscribedTier, type Tier } from '../account/policy.ts';
import { defineProblems, type Problem } from '../kernel/problem.ts';

/**
 * In which sizes and formats an image may be taken home. Shared by the dialogs that offer them and the decider that
 * grants them.
 */

/** Smallest first: the ladder. */
export const imageSizes = ['1K', '2K', '4K', '8K'] as const;
export type ImageSize = (typeof imageSizes)[number];

export const downloadFormats = ['png', 'jpg', 'webp', 'tiff', 'svg'] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

const level = (size: ImageSize): number => imageSizes.indexOf(size);

/** Either spelling, `2k` or `2K`; undefined for anything else. */
export const imageSizeOf = (text: string): ImageSize | undefined =>
  imageSizes.find((size) => size === text.trim().toUpperCase());

/** The shortest long side of an image that has a size, in pixels. spec: rulings "Sizes in pixels". */
const longSidePx: Record<ImageSize, number> = { '1K': 0, '2K': 2048, '4K': 3840, '8K': 7680 };

export const imageSizeOfPixels = (px: number): ImageSize =>
  imageSizes.findLast((size) => px >= longSidePx[size]) ?? '1K';

/** The long side of each size, in pixels. spec: rulings "Sizes in pixels". */
const sizedLongSidePx: Record<ImageSize, number> = { '1K': 1024, '2K': 2048, '4K': 3840, '8K': 7680 };

/** Pixels of an image in a size: its own where it was made in that size, else scaled to the size's long side. */
export function sizedPx(
  size: ImageSize,
  image: { width: number; height: number; original: ImageSize },
): { width: number; height: number } {
  const { width, height, original } = image;
  if (size === original) return { width, height };
  const scale = sizedLongSidePx[size] / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Says of a file that is larger than its image that it is 'enlarged from 4K': resampled, without the detail that the
 * paid upscaling adds. Undefined for the other sizes. spec: rulings "One size up".
 */
export const enlargedText = (size: ImageSize, original: ImageSize): string | undefined =>
  level(size) > level(original) ? `enlarged from ${original}` : undefined;

/** How long a quote and the link to a file hold. */
export const QUOTE_MS = 15 * 60_000;
export const FILE_LINK_MS = 15 * 60_000;

/** What is known of an image, as its metadata has it. */
export interface ImageMeasures {
  isUpscaled?: boolean | undefined;
  originalResolution?: string | null | undefined;
  resolution?: string | null | undefined;
  width: number;
  height: number;
}

/** Tries the original size, the metadata, the pixels. spec: public-and-commerce §4 "Resolution ladder". */
export const originalSize = ({ isUpscaled, originalResolution, resolution, width, height }: ImageMeasures): ImageSize =>
  (isUpscaled ? imageSizeOf(originalResolution ?? '') : undefined) ??
  imageSizeOf(resolution ?? '') ??
  imageSizeOfPixels(Math.max(width, height));

export interface DownloadLimits {
  maxSize: ImageSize;
  formats: readonly DownloadFormat[];
  /** Of other members' images, by UTC month; null where there is no limit. */
  monthly: number | null;
}

const three = ['png', 'jpg', 'webp'] as const;
const four = [...three, 'tiff'] as const;
const genesis: DownloadLimits = { maxSize: '2K', formats: ['png', 'jpg'], monthly: 25 };
const creatorPro: DownloadLimits = { maxSize: '4K', formats: three, monthly: 100 };

/** spec: public-and-commerce §6 "Tier download limits"; spec: rulings "Download limits of other tiers". */
const limits: Record<Tier, DownloadLimits> = {
  free: { maxSize: '1K', formats: ['png'], monthly: 5 },
  genesis,
  starter: genesis,
  creator: creatorPro,
  creator_pro: creatorPro,
  studio: { maxSize: '8K', formats: three, monthly: 300 },
  studio_enterprise: { maxSize: '8K', formats: four, monthly: 500 },
  agency: { maxSize: '8K', formats: four, monthly: 750 },
  agency_unlimited: { maxSize: '8K', formats: downloadFormats, monthly: null },
  enterprise: { maxSize: '8K', formats: downloadFormats, monthly: 2000 },
};

export const downloadLimits = (tier: SubscribedTier): DownloadLimits => limits[rightsOf(tier)];

export const downloadProblems = defineProblems('downloads', {
  sizeMissing: [400, 'Please select a size'],
  sizeBeyondPlan: [
    403,
    'Your current plan only allows downloads up to {max}. Please upgrade to download {size} images.',
  ],
  sizeNotOffered: [422, 'This size is not available for this image. Please select a different size.'],
  upscaleTooFar: [422, 'Cannot upscale {orig} image to {size}. Maximum allowed upscale is 1 level.'],
  formatBeyondPlan: [403, 'Your current plan does not include {format} downloads. Please upgrade.'],
  monthlyLimit: [403, 'Monthly download limit reached'],
  notBought: [402, 'Please buy this image to download it'],
  notFound: [404, 'Not found'],
  /** Altered, or another member's. */
  tokenWrong: [403, 'This quote is not valid. Please request a new one.'],
  /** Used, or older than a quarter of an hour. */
  tokenSpent: [410, 'This quote has expired. Please request a new one.'],
  linkWrong: [403, 'This link is not valid'],
  linkExpired: [410, 'This link has expired'],
});

/** A problem with the blanks of its text filled in. */
const worded = (problem: Problem, words: Readonly<Record<string, string>>): Problem => ({
  ...problem,
  message: problem.message.replace(/\{(\w+)\}/g, (blank, name: string) => words[name] ?? blank),
});

export interface SizeRequest {
  tier: SubscribedTier;
  /** Of the image as it was made. */
  original: ImageSize;
  /** What is chosen, if anything is. */
  size: ImageSize | undefined;
  /** What the seller has a price for; every size where absent. */
  offered?: readonly ImageSize[] | undefined;
}

/**
 * Returns the first check that refuses a size, or undefined. spec: public-and-commerce §5 "Purchase".
 * Any smaller size is free to be had, and the one above the original; never more than the plan has.
 */
export function sizeProblem({ tier, original, size, offered = imageSizes }: SizeRequest): Problem | undefined {
  if (size === undefined) return downloadProblems.sizeMissing;
  const { maxSize } = downloadLimits(tier);
  if (level(size) > level(maxSize)) return worded(downloadProblems.sizeBeyondPlan, { max: maxSize, size });
  if (!offered.includes(size)) return downloadProblems.sizeNotOffered;
  if (level(size) > level(original) + 1) return worded(downloadProblems.upscaleTooFar, { orig: original, size });
  return undefined;
}

/** The sizes that can be had. */
export const availableSizes = (request: Omit<SizeRequest, 'size'>): ImageSize[] =>
  imageSizes.filter((size) => sizeProblem({ ...request, size }) === undefined);

/** Why a format cannot be had; undefined where it can. */
export const formatProblem = (tier: SubscribedTier, format: DownloadFormat): Problem | undefined =>
  downloadLimits(tier).formats.includes(format)
    ? undefined
    : worded(downloadProblems.formatBeyondPlan, { format: format.toUpperCase() });
