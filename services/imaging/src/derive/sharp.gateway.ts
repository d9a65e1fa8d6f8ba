import sharp, { type Sharp } from 'sharp';

// Two renders share two cores: each image has one thread, and nothing is decoded twice, so a cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);
// Of all that the library can read, SVG and PDF with their scripts and files included, only these come here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });

/** Larger images from outside are refused before they are decoded: 8192² does not fit, every size we make does. */
const LIMIT_INPUT_PIXELS = 40e6;

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

/** Decodes an image file once, brought to the size it has with this long side; a smaller one keeps its own. */
export async function decodeWithin(
  file: Buffer,
  longSidePx: number,
): Promise<{ raw: RawPixels; width: number; height: number }> {
  const image = sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS, sequentialRead: true });
  const { width, height } = await image.metadata();
  const inside = { width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true } as const;
  return { raw: await rawOf(image.resize(inside)), width, height };
}

/** The whole of an image file, as it is. */
export const decode = (file: Buffer): Promise<RawPixels> =>
  rawOf(sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS }));

async function rawOf(image: Sharp): Promise<RawPixels> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { channels, width, height } = info;
  if (channels !== 3 && channels !== 4) throw new Error(`An image has 3 or 4 channels here, this one has ${channels}`);
  return { pixels: data, channels, width, height };
}

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
