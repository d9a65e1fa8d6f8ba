import type { Tier } from '../account/policy.ts';

/** Shapes, sizes and prices of images, shared by browser, api and render workers. */

/** Key → label and ratio. Both `square_1_1` and `1:1` are accepted. spec: rulings "Aspect ratios". */
export const aspectRatios = {
  square_1_1: { label: 'Square (1:1)', width: 1, height: 1 },
  widescreen_16_9: { label: 'Widescreen (16:9)', width: 16, height: 9 },
  social_story_9_16: { label: 'Social Story (9:16)', width: 9, height: 16 },
  traditional_3_4: { label: 'Traditional (3:4)', width: 3, height: 4 },
  classic_4_3: { label: 'Classic (4:3)', width: 4, height: 3 },
  smartphone_horizontal_20_9: { label: 'Smartphone Horizontal (20:9)', width: 20, height: 9 },
  smartphone_vertical_9_20: { label: 'Smartphone Vertical (9:20)', width: 9, height: 20 },
  standard_3_2: { label: 'Standard (3:2)', width: 3, height: 2 },
  portrait_2_3: { label: 'Portrait (2:3)', width: 2, height: 3 },
  horizontal_2_1: { label: 'Horizontal (2:1)', width: 2, height: 1 },
  vertical_1_2: { label: 'Vertical (1:2)', width: 1, height: 2 },
  social_5_4: { label: 'Social (5:4)', width: 5, height: 4 },
  social_post_4_5: { label: 'Social Post 4:5', width: 4, height: 5 },
  ultrawide_21_9: { label: 'Ultrawide (21:9)', width: 21, height: 9 },
  ultratall_9_21: { label: 'Ultratall (9:21)', width: 9, height: 21 },
  poster_5_3: { label: 'Poster (5:3)', width: 5, height: 3 },
} as const;
export type AspectRatio = keyof typeof aspectRatios;
export const aspectRatioKeys = Object.keys(aspectRatios) as [AspectRatio, ...AspectRatio[]];

/** The key of either spelling, or undefined. */
export function aspectRatioOf(text: string): AspectRatio | undefined {
  return aspectRatioKeys.find((key) => {
    const { width, height } = aspectRatios[key];
    return key === text || `${width}:${height}` === text;
  });
}

/** The ratio whose shape comes nearest to these pixels: half as wide is as far off as twice as wide. */
export function nearestRatio({ width, height }: { width: number; height: number }): AspectRatio {
  const offBy = (key: AspectRatio): number =>
    Math.abs(Math.log((width * aspectRatios[key].height) / (height * aspectRatios[key].width)));
  return aspectRatioKeys.reduce((nearest, key) => (offBy(key) < offBy(nearest) ? key : nearest));
}

/** The longest side in pixels that a request may name; what comes of it is the resolution's to say. */
export const SIDE_MAX_PX = 16_384;

export const resolutions = ['1k', '2k', '4k'] as const;
export type Resolution = (typeof resolutions)[number];

/** Long side in pixels. spec: rulings "Sizes in pixels". */
const longSidePx: Record<Resolution, number> = { '1k': 1024, '2k': 2048, '4k': 3840 };

export interface Size {
  width: number;
  height: number;
}

/** spec: rulings "Visitor's own picture". */
export const TRIAL_LONG_SIDE_PX = 512;
/** What its resolution is called: it is none of those that are sold. */
export const TRIAL_RESOLUTION = '512px';

/** Pixels of an image of this shape. */
export const sizeOf = (ratio: AspectRatio, resolution: Resolution): Size => sizeWith(ratio, longSidePx[resolution]);

/** Pixels of a visitor's. */
export const trialSizeOf = (ratio: AspectRatio): Size => sizeWith(ratio, TRIAL_LONG_SIDE_PX);

/** The short side is rounded to an even number. */
function sizeWith(ratio: AspectRatio, long: number): Size {
  const { width, height } = aspectRatios[ratio];
  const short = Math.round((long * Math.min(width, height)) / Math.max(width, height) / 2) * 2;
  return width >= height ? { width: long, height: short } : { width: short, height: long };
}

/** Applies to generating and to buying. spec: rulings "Price of an image in credits". */
const priceCredits: Record<Resolution, number> = { '1k': 5, '2k': 10, '4k': 20 };

export const imageCounts = [1, 4, 8] as const;
export type ImageCount = (typeof imageCounts)[number];

/** What a request costs, in tenths of a credit: n images cost n times one. */
export const priceTenths = (resolution: Resolution, count: number): number => priceCredits[resolution] * 10 * count;

export const models = ['auto', 'realism', 'fluid', 'zen', 'flexible', 'super_real', 'editorial_portraits'] as const;
export const engines = ['automatic', 'magnific_illusio', 'magnific_sharpy', 'magnific_sparkle'] as const;
export const styles = [
  'auto',
  'photorealistic',
  'cinematic',
  'artistic',
  'anime',
  'portrait',
  'landscape',
  'product',
  'architecture',
] as const;
export type Style = (typeof styles)[number];

/** How much of a picture one like it keeps. */
export const similarities = ['subtle', 'strong'] as const;
export type Similarity = (typeof similarities)[number];

export const PROMPT_MAX = 4000;
export const PROMPT_NEEDED = 'Please enter a prompt';
/** Characters of the words that are set in a picture. */
export const LETTERING_MAX = 140;
export const SEED_MAX = 2 ** 31 - 1;
/** Returns the seed of one image of a generation; after the largest seed comes 0. */
export const seedOfImage = (seed: number, index: number): number => (seed + index) % (SEED_MAX + 1);

/** A render is tried at most this often, then the generation fails and its hold is released. */
export const MAX_ATTEMPTS = 3;
/** How long a worker owns a render without a word; it extends the lease while it works. */
export const LEASE_MS = 15_000;
/** One render may take no longer, whatever its worker says. */
export const RENDER_TIMEOUT_MS = 120_000;

/** Ratios of poster mode and of challenge entries. spec: rulings "Poster ratios". */
export const posterRatios = [
  'poster_5_3',
  'classic_4_3',
  'traditional_3_4',
  'widescreen_16_9',
  'square_1_1',
] as const satisfies readonly AspectRatio[];

export type GenerationStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** A hold whose generation was not recorded within this time belongs to a request that was cut off. */
export const ABANDON_AFTER_MS = 30_000;

/** Renders of one member that may be with the workers at the same time; the rest wait, and others go first. */
export const rendersAtOnce: Readonly<Record<Tier, number>> = {
  free: 1,
  genesis: 1,
  starter: 1,
  creator: 2,
  creator_pro: 2,
  studio: 3,
  studio_enterprise: 4,
  agency: 4,
  agency_unlimited: 6,
  enterprise: 6,
};

/** What a request of several holds at most. */
export const BATCH_MAX = 8;

/** The studio shows its member's own work of so many days. */
export const STUDIO_DAYS = 30;

/** Deleted generations can be restored for so long. */
export const TRASH_DAYS = 30;
/** When one that was deleted at that time is gone for good. */
export const trashEndsAt = (deletedAt: string): Date => new Date(Date.parse(deletedAt) + TRASH_DAYS * 86_400_000);

/**
 * The bus subject on which workers hear that a generation waits: `{ generationId, correlationId, turn }`; the smallest
 * turn is next.
 */
export const RENDER_HINT = 'render.requested';
/**
 * How far a render is: `{ generationId, memberId, done, progress, preview? }`; `done` images are stored, `progress` is
 * 0 to 1 of the whole, `preview` a WebP of at most 4 kB in base64: what the provider has of it so far.
 */
export const RENDER_PROGRESS = 'render.progress';
/** A provider said that a task is done: `{ provider, taskId }`; whoever waits for it may poll at once. */
export const PROVIDER_HINT = 'provider.hint';
/** A generation was cancelled: `{ generationId }`; whoever renders it may stop at once. */
export const RENDER_CANCELLED = 'render.cancelled';

/**
 * Why a generation failed; its credits are released in every case.
 * - `abandoned`: its request was cut off before it was recorded.
 * - `rejected`: it can never be made as it was asked for.
 * - `moderated`: the provider does not make what it shows.
 * - `provider_refused`: the provider does not take our key, or has no funds of ours.
 * - `provider_unavailable`: it did not take the call, however often it was tried.
 * - `unknown_outcome`: the call was sent, and no answer came; it is not repeated, since it may have been charged.
 * - `over_budget`: the provider's budget of the day is spent.
 * - `reference_gone`: a picture that was to be sent along is no longer there.
 */
export const failureReasons = [
  'abandoned',
  'render_failed',
  'rejected',
  'no_room',
  'moderated',
  'provider_refused',
  'provider_unavailable',
  'unknown_outcome',
  'over_budget',
  'reference_gone',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Whether it draws by the lexicon of this house: others understand what they understand. */
export const isBuiltIn = (provider: string): boolean => provider === 'procedural';

/** Settings that not every provider reads, by their names on the wire. */
export type ProviderSetting =
  'model' | 'engine' | 'safety_tolerance' | 'enhance_prompt' | 'raw_mode' | 'creative_detailing';
