import sharp from 'sharp';

// Two renders share two cores: each image has one thread, and nothing is decoded twice, so a cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

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

const rawInput = ({ pixels, channels, width, height }: RawPixels) =>
  sharp(pixels, { raw: { width, height, channels }, limitInputPixels: LIMIT_INPUT_PIXELS });

/** A finished image file. JPEG has no transparency: it lies on white there. */
export function encode(raw: RawPixels, format: 'png' | 'jpg', origin: Origin): Promise<Buffer> {
  const image = rawInput(raw).withExif({ IFD0: { ...origin } });
  if (format === 'jpg') return image.flatten({ background: '#ffffff' }).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  // Level 1 takes half the time of level 6 and a sixth more room.
  return image.png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
}

/** Decodes an image file once, brought to the size it has with this long side; a smaller one keeps its own. */
export async function decodeWithin(file: Buffer, longSidePx: number): Promise<{ raw: RawPixels; width: number; height: number }> {
  const image = sharp(file, { limitInputPixels: LIMIT_INPUT_PIXELS, sequentialRead: true });
  const { width, height } = await image.metadata();
  const { data, info } = await image
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`An image of ${info.channels} channels cannot be derived from`);
  return { raw: { pixels: data, channels: info.channels, width: info.width, height: info.height }, width, height };
}

export async function shrink(raw: RawPixels, longSidePx: number): Promise<RawPixels> {
  const { data, info } = await rawInput(raw)
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, channels: raw.channels, width: info.width, height: info.height };
}

export const encodeWebp = (raw: RawPixels): Promise<Buffer> => rawInput(raw).webp({ effort: 2, quality: 80 }).toBuffer();

/** Lays images side by side, for looking at. */
export function tile(tiles: readonly { raw: RawPixels; left: number; top: number }[], size: { width: number; height: number }): Promise<Buffer> {
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
