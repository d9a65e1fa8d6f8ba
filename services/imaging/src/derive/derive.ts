import { previewLongSidePx } from '@easel/contracts/gallery/policy';
import { lookOf } from '@easel/contracts/generation/look.policy';
import { rgbaToThumbHash } from 'thumbhash';
import { decode, decodeWithin, encodeWebp, shrink, type RawPixels } from './sharp.gateway.ts';
import { watermarked } from './watermark.ts';

export interface DerivedFile {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** What is made of an original once, when it is stored. */
export interface Derived {
  /** WebP. */
  readonly preview: DerivedFile;
  /** WebP. */
  readonly thumbnail: DerivedFile;
  /** Base64. */
  readonly thumbhash: string;
  /** Palette and composition, as contracts/generation/look.policy.ts reads them. */
  readonly look: string;
}

const THUMBNAIL_PX = 384;
/** The most that a thumbhash takes. */
const THUMBHASH_PX = 100;

/**
 * Makes everything of a file's one decode; `width` and `height` are the original's. Throws for bytes that are no image,
 * or one too large.
 */
export async function deriveFrom(original: Buffer): Promise<Derived & { width: number; height: number }> {
  const { raw, width, height } = await decodeWithin(original, previewLongSidePx);
  return { ...(await ofPreview(raw)), width, height };
}

/**
 * The same of a visitor's picture, whose preview is the whole of it, watermarked. It is too large to be anybody's open
 * preview, so that the member who it becomes has one made anew, without a mark.
 */
export async function deriveTrialFrom(original: Buffer): Promise<Derived & { width: number; height: number }> {
  const raw = await decode(original);
  const [preview, rest] = await Promise.all([file(watermarked(raw)), small(raw)]);
  return { preview, ...rest, width: raw.width, height: raw.height };
}

/** Makes everything of pixels that are at hand already. */
export const derive = async (raw: RawPixels): Promise<Derived> => ofPreview(await shrink(raw, previewLongSidePx(raw)));

/** Each size is shrunk from the one before. */
async function ofPreview(raw: RawPixels): Promise<Derived> {
  const [preview, rest] = await Promise.all([file(raw), small(raw)]);
  return { preview, ...rest };
}

async function small(raw: RawPixels): Promise<Omit<Derived, 'preview'>> {
  const pixels = await shrink(raw, THUMBNAIL_PX);
  const [thumbnail, tiny] = await Promise.all([file(pixels), shrink(pixels, THUMBHASH_PX)]);
  return {
    thumbnail,
    thumbhash: Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, withAlpha(tiny))).toString('base64'),
    look: lookOf(tiny),
  };
}

async function file(raw: RawPixels): Promise<DerivedFile> {
  return { bytes: await encodeWebp(raw), width: raw.width, height: raw.height };
}

function withAlpha({ pixels, channels, width, height }: RawPixels): Uint8Array | Uint8ClampedArray {
  if (channels === 4) return pixels;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    rgba[to] = pixels[from]!;
    rgba[to + 1] = pixels[from + 1]!;
    rgba[to + 2] = pixels[from + 2]!;
  }
  return rgba;
}
