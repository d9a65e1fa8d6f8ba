import { previewLongSidePx } from '@easel/contracts/gallery/policy';
import { printedPx, type PrintLayout } from '@easel/contracts/products/print-layout';
import sharp, { type Sharp } from 'sharp';
import { planPrint, printedSize } from '../formats/print-plan.ts';

// Two renders share two cores: each image has one thread, and nothing is decoded twice, so a cache would only hold
// memory.
sharp.concurrency(1);
sharp.cache(false);
// Of all that the library can read, SVG and PDF with their scripts and files included, only these come here. Of the
// containers that the last one reads it is AVIF alone that has a decoder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** Larger images from outside are refused before they are decoded: 8192² does not fit, every size we make does. */
const LIMIT_INPUT_PIXELS = 40e6;

/** Originals of our own store may be as large as the largest size that is sold. */
const LIMIT_STORED_PIXELS = 8192 * 8192;
const RESHAPE_TIMEOUT_SECONDS = 110;

export interface RawPixels {
  readonly pixels: Uint8Array | Uint8ClampedArray;
  readonly channels: 3 | 4;
  readonly width: number;
  readonly height: number;
}

/** Names of the EXIF fields that say how an image came to be. */
export interface Origin {
  readonly Software: string;
  readonly ImageDescription: string;
}

/** Pixels of our own making are as many as we made them. */
const rawInput = ({ pixels, channels, width, height }: RawPixels) =>
  sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });

/** A finished image file. JPEG has no transparency: it lies on white there. */
export function encode(raw: RawPixels, format: 'png' | 'jpg', origin: Origin): Promise<Buffer> {
  const image = rawInput(raw).withExif({ IFD0: { ...origin } });
  if (format === 'jpg')
    return image.flatten({ background: '#ffffff' }).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  // Level 1 takes half the time of level 6 and a sixth more room.
  return image.png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
}

/**
 * Decodes an image file once, brought to the size it has with the long side that is wanted of its own; a smaller one
 * keeps that.
 */
export async function decodeWithin(
  file: Buffer,
  wanted: (own: { width: number; height: number }) => number,
): Promise<{ raw: RawPixels; width: number; height: number }> {
  const image = sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS, sequentialRead: true });
  const { width, height } = await image.metadata();
  const longSidePx = wanted({ width, height });
  const inside = { width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true } as const;
  return { raw: await rawOf(image.resize(inside)), width, height };
}

/** Of a file from outside; a mask takes no longer. */
const OUTSIDE_TIMEOUT_SECONDS = 15;

/** What the header of a file from outside claims, unchecked. */
export async function headerOf(file: Buffer): Promise<{ width: number; height: number; frames: number }> {
  const { width, height, pages = 1 } = await sharp(file, { limitInputPixels: false }).metadata();
  return { width, height, frames: pages };
}

/**
 * Decodes a picture from outside: upright, in sRGB, no larger than that, upon the background where one is given. Throws
 * for one that is damaged or cut short.
 */
export function decodeFromOutside(
  file: Buffer,
  { longSidePx, background }: { longSidePx: number; background?: string },
): Promise<RawPixels> {
  const image = sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS, sequentialRead: true, failOn: 'warning' })
    .autoOrient()
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: OUTSIDE_TIMEOUT_SECONDS });
  return rawOf(background === undefined ? image : image.flatten({ background }));
}

/** A finished image file that says nothing beside its pixels: PNG where some are transparent, else JPEG. */
export const encodePlain = (raw: RawPixels): Promise<Buffer> =>
  isTransparent(raw)
    ? rawInput(raw).png({ compressionLevel: 4, adaptiveFiltering: true }).toBuffer()
    : rawInput(raw).removeAlpha().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();

function isTransparent({ pixels, channels }: RawPixels): boolean {
  if (channels === 3) return false;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

/** A PNG of one channel: how light each pixel is. */
export const encodeMask = (raw: RawPixels): Promise<Buffer> =>
  rawInput(raw).toColourspace('b-w').png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();

/** The whole of an image file, as it is. */
export const decode = (file: Buffer): Promise<RawPixels> =>
  rawOf(sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS }));

async function rawOf(image: Sharp): Promise<RawPixels> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { channels, width, height } = info;
  if (channels !== 3 && channels !== 4) throw new Error(`An image has 3 or 4 channels here, this one has ${channels}`);
  return { pixels: data, channels, width, height };
}

/**
 * Decodes a file from outside upright, brought to a size that it covers wholly. `width` and `height` are its own.
 * Throws for bytes that are damaged or cut off.
 */
export async function decodeCovering(
  file: Buffer,
  size: { width: number; height: number },
): Promise<{ raw: RawPixels; width: number; height: number }> {
  const image = sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS, sequentialRead: true, autoOrient: true });
  const { autoOrient } = await image.metadata();
  return { raw: await rawOf(image.resize({ ...size, fit: 'cover', kernel: 'lanczos3' })), ...autoOrient };
}

/** A picture of our store as it is sent to a provider: no larger than that, JPEG where it has no transparency. */
export async function sentFile(
  file: Buffer,
  longSidePx: number,
): Promise<{ bytes: Buffer; type: 'image/png' | 'image/jpeg' }> {
  const image = stored(file).autoOrient();
  const { hasAlpha } = await image.metadata();
  image.resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true });
  return hasAlpha
    ? { bytes: await image.png({ compressionLevel: 4 }).toBuffer(), type: 'image/png' }
    : { bytes: await image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer(), type: 'image/jpeg' };
}

/** A picture of our store with its transparency, covering a size, or stretched to it. */
export const decodeStored = async (
  file: Buffer,
  size: { width: number; height: number },
  fit: 'cover' | 'fill',
): Promise<RawPixels> =>
  rawOf(
    stored(file)
      .autoOrient()
      .resize({ ...size, fit, kernel: 'lanczos3' })
      .ensureAlpha(),
  );

/** Pixels put into a larger, transparent canvas. */
export const encodeWithin = (
  raw: RawPixels,
  around: { top: number; bottom: number; left: number; right: number },
): Promise<Buffer> =>
  rawInput(raw)
    .extend({ ...around, background: '#00000000' })
    .png({ compressionLevel: 4 })
    .toBuffer();

export const encodePng = (raw: RawPixels): Promise<Buffer> => rawInput(raw).png({ compressionLevel: 4 }).toBuffer();

/** A small WebP of a file from outside. */
export const smallWebp = (file: Buffer, longSidePx: number, quality: number): Promise<Buffer> =>
  sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS, sequentialRead: true, autoOrient: true })
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 4 })
    .toBuffer();

/** The bytes of a file's EXIF block, none where it has none. */
export const exifOf = async (file: Buffer): Promise<Buffer> => (await sharp(file).metadata()).exif ?? Buffer.alloc(0);

export async function shrink(raw: RawPixels, longSidePx: number): Promise<RawPixels> {
  const { data, info } = await rawInput(raw)
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, channels: raw.channels, width: info.width, height: info.height };
}

export const encodeWebp = (raw: RawPixels): Promise<Buffer> =>
  rawInput(raw).webp({ effort: 2, quality: 80 }).toBuffer();

/** Of the ground behind a picture: small, so that enlarging it blurs it, and dark, so that the picture stands out. */
const GROUND = { shrink: 20, blur: 1.5, brightness: 0.55 };

/**
 * The whole of an image within a canvas of other proportions, upon its own blurred colours; a JPEG with this XMP. No
 * larger than the preview that is open to everybody.
 */
export async function linkPicture(
  file: Buffer,
  { widthPx, heightPx, xmp }: { widthPx: number; heightPx: number; xmp: string },
): Promise<Buffer> {
  const image = sharp(file, { limitInputPixels: LIMIT_STORED_PIXELS, sequentialRead: true });
  const most = previewLongSidePx(await image.metadata());
  const within = { width: Math.min(widthPx, most), height: Math.min(heightPx, most) };
  const shown = await rawOf(
    image.resize({ ...within, fit: 'inside', withoutEnlargement: true }).flatten({ background: '#ffffff' }),
  );
  const ground = await rawInput(shown)
    .resize({
      width: Math.round(widthPx / GROUND.shrink),
      height: Math.round(heightPx / GROUND.shrink),
      fit: 'cover',
    })
    .blur(GROUND.blur)
    .modulate({ brightness: GROUND.brightness })
    .png()
    .toBuffer();
  const { pixels: input, width, height, channels } = shown;
  return sharp(ground)
    .resize({ width: widthPx, height: heightPx, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: Buffer.from(input), raw: { width, height, channels }, gravity: 'centre' }])
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .withXmp(xmp)
    .toBuffer();
}

/** The part of an image that draws the eye, as a small square; a WebP. */
export async function squareOf(file: Buffer, sidePx: number): Promise<Buffer> {
  return sharp(file, { limitInputPixels: LIMIT_STORED_PIXELS })
    .resize({ width: sidePx, height: sidePx, fit: 'cover', position: sharp.strategy.attention })
    .webp({ quality: 80 })
    .toBuffer();
}

export interface Reshape {
  readonly format: 'png' | 'jpg' | 'webp' | 'tiff';
  /** Exactly these; whoever asks keeps the original's shape. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Dots an inch, where the file says none itself. */
  readonly densityDpi: number;
  /** ASCII; TIFF has no room for them. */
  readonly exif: Readonly<Record<string, string>>;
  /** Absent where it is put in otherwise. */
  readonly xmp?: string;
}

/** An image file in another size and format, with its colour profile, or sRGB's where it has none. */
export async function reshape(file: Buffer, request: Reshape): Promise<Buffer> {
  const image = sharp(file, { limitInputPixels: LIMIT_STORED_PIXELS, sequentialRead: true });
  const { width, height, density, icc, space, hasAlpha } = await image.metadata();
  const { widthPx, heightPx, exif, xmp } = request;
  if (widthPx !== width || heightPx !== height) {
    image.resize({ width: widthPx, height: heightPx, fit: 'fill', kernel: 'lanczos3' });
    // What is enlarged is soft: this brings its edges back and leaves flat ground and grain alone.
    if (widthPx * heightPx > width * height) image.sharpen({ sigma: 0.8, m1: 0.2, m2: 1.6, x1: 2, y2: 8, y3: 8 });
  }
  if (request.format === 'jpg' && hasAlpha) image.flatten({ background: '#ffffff' });
  // Files for screens and printers at large have no inks of their own.
  if (icc && space !== 'cmyk') image.keepIccProfile();
  else image.withIccProfile('srgb');
  const densityDpi = density ?? request.densityDpi;
  const made = encodeAs(image, request.format, densityDpi)
    .withExif({ IFD0: { ...exif } })
    .withDensity(densityDpi)
    .timeout({ seconds: RESHAPE_TIMEOUT_SECONDS });
  return (xmp === undefined ? made : made.withXmp(xmp)).toBuffer();
}

/**
 * By measure, a square of 7680: mozjpeg’s search takes four times the time for a quarter less room, and optimal Huffman
 * tables hold 680 MB more for 7 %; WebP’s smart subsampling takes twice the time and 600 MB more; TIFF’s deflate twice
 * the time of LZW for 8 %; PNG’s level 6 twice that of 4 for 6 %.
 */
function encodeAs(image: Sharp, format: Reshape['format'], densityDpi: number): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 4, adaptiveFiltering: true });
    case 'jpg':
      return image.jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false });
    case 'webp':
      // Below effort 2, libwebp predicts by blocks of 4 × 4 whatever their modes take, and those of a large detailed
      // picture overflow WebP's first partition, 512 KiB: it cannot be encoded. From 2 on, each block has its share.
      return image.webp({ quality: 90, effort: 2 });
    case 'tiff': {
      const perMm = densityDpi / MM_PER_INCH;
      return image.tiff({ compression: 'lzw', predictor: 'horizontal', xres: perMm, yres: perMm });
    }
  }
}

const MM_PER_INCH = 25.4;

/**
 * Makes a file for the print service: the picture where it was placed, bleed included. JPEG has no transparency:
 * without a background it is white.
 */
export async function printFile(file: Buffer, layout: PrintLayout, format: 'jpg' | 'png'): Promise<Buffer> {
  const { dpi } = layout;
  const placed = await place(await printablePart(file, layout), layout, format);
  const encoded =
    format === 'jpg'
      ? placed.removeAlpha().jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
      : placed.ensureAlpha().png({ compressionLevel: 4, adaptiveFiltering: true });
  return encoded.withIccProfile('srgb').withDensity(dpi).timeout({ seconds: RESHAPE_TIMEOUT_SECONDS }).toBuffer();
}

const stored = (file: Buffer): Sharp => sharp(file, { limitInputPixels: LIMIT_STORED_PIXELS, sequentialRead: true });

/** The picture with no more detail than may be printed; as it is where the print shows no more than that anyway. */
async function printablePart(file: Buffer, layout: PrintLayout): Promise<Buffer> {
  const { width } = await stored(file).metadata();
  const { widthPx, heightPx } = layout;
  if (width <= widthPx || printedSize(layout).width <= widthPx) return file;
  return stored(file)
    .resize({ width: widthPx, height: heightPx, fit: 'fill', kernel: 'lanczos3' })
    .png({ compressionLevel: 1, adaptiveFiltering: false })
    .toBuffer();
}

async function place(file: Buffer, layout: PrintLayout, format: 'jpg' | 'png'): Promise<Sharp> {
  const { background: wanted } = layout.placement;
  const isSeeThrough = wanted === 'none' && format === 'png';
  const background = isSeeThrough ? '#00000000' : wanted === 'none' ? '#ffffff' : wanted;
  const image = stored(file);
  const plan = planPrint(layout, await image.metadata());
  if (!plan) return sharp({ create: { ...printedPx(layout.area, layout.dpi), channels: 4, background } });
  if (!isSeeThrough) image.flatten({ background });
  return image
    .extract(plan.extract)
    .resize({ ...plan.resize, fit: 'fill', kernel: 'lanczos3' })
    .rotate(plan.rotation)
    .extract(plan.crop)
    .extend({ ...plan.around, background });
}

/** Returns the pixels of an image file, and whether it has transparency to keep. */
export async function measuresOf(file: Buffer): Promise<{ width: number; height: number; isTransparent: boolean }> {
  const { width, height, hasAlpha } = await sharp(file, { limitInputPixels: LIMIT_STORED_PIXELS }).metadata();
  return { width, height, isTransparent: hasAlpha };
}

/** Lays images side by side, for looking at. */
export function tile(
  tiles: readonly { raw: RawPixels; left: number; top: number }[],
  size: { width: number; height: number },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#202020' } })
    .composite(
      tiles.map(({ raw, left, top }) => ({
        input: Buffer.from(raw.pixels.buffer, raw.pixels.byteOffset, raw.pixels.byteLength),
        raw: { width: raw.width, height: raw.height, channels: raw.channels },
        left,
        top,
      })),
    )
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** A PNG that is white where another file is transparent, and black where it is not. */
export const whereTransparent = (file: Buffer): Promise<Buffer> =>
  sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS }).ensureAlpha().extractChannel('alpha').negate().png().toBuffer();
