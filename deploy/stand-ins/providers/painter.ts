import { createHash } from 'node:crypto';
import { aspectRatios, nearestRatio, SEED_MAX, type Size } from '@easel/contracts/generation/policy';
import { decode, encode, reshape, type RawPixels } from '@easel/imaging/derive/sharp.gateway';
import { draw } from '@easel/imaging/providers/procedural/picture';

const DENSITY_DPI = 72;
const EXIF = { Software: 'Stand-in provider', ImageDescription: 'Drawn by the built-in renderer' };
/** Share of a reference in the blended picture. */
const REFERENCE_SHARE = 0.45;
const SOFT_PX = 8;

export interface Reference {
  file: Buffer;
  /** From 0 to 1; defaults to REFERENCE_SHARE. */
  share?: number | undefined;
  /** `colours` uses only the reference's colours, not its content. */
  takes: 'picture' | 'colours';
}

export interface Order {
  prompt: string;
  negativePrompt?: string;
  seed: number;
  size: Size;
  transparent?: boolean;
  references?: readonly Reference[];
  /** Paints only pixels for which `isPainted` returns true; the source's other pixels stay unchanged. */
  edit?: { source: Buffer; mask: Buffer; isPainted: (mask: RawPixels, pixel: number) => boolean } | undefined;
  format: 'png' | 'jpeg' | 'webp';
}

/** Draws pictures one at a time with the built-in renderer, at most `drawPx` large, and enlarges them. */
export class Painter {
  readonly #drawPx: number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(drawPx: number) {
    this.#drawPx = drawPx;
  }

  /** Draws a picture. A smaller `drawPx` gives the same picture with less detail. */
  paint(order: Order, drawPx = this.#drawPx): Promise<Buffer> {
    const mine = this.#turn.then(() => paint(order, Math.min(drawPx, this.#drawPx)));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

/** Returns the seed of a prompt's nth picture when the request has no seed. */
export const seedOf = (prompt: string, nth: number): number =>
  (createHash('sha256').update(prompt).digest().readUInt32BE() + nth) % (SEED_MAX + 1);

async function paint(order: Order, drawPx: number): Promise<Buffer> {
  const { size, references = [], edit, format } = order;
  let file = await resized(await drawn(order, drawPx), size);
  if (references.length > 0) file = await png(await mixed(await decode(file), size, references), size);
  if (edit) file = await png(await repainted(await decode(file), size, edit), size);
  if (format === 'png') return file;
  return resized(file, size, format === 'jpeg' ? 'jpg' : format);
}

async function drawn({ prompt, negativePrompt = '', seed, size, transparent = false }: Order, drawPx: number) {
  const aspectRatio = nearestRatio(size);
  const shape = aspectRatios[aspectRatio];
  const scale = Math.min(drawPx, Math.max(size.width, size.height)) / Math.max(shape.width, shape.height);
  const within = { width: Math.round(shape.width * scale), height: Math.round(shape.height * scale) };
  const picture = draw({ prompt, negativePrompt, style: 'auto', aspectRatio, seed, transparent }, within);
  return png(picture, within);
}

const png = ({ pixels, channels }: Pick<RawPixels, 'pixels' | 'channels'>, size: Size): Promise<Buffer> =>
  encode({ pixels, channels, ...size }, 'png', EXIF);

const resized = (file: Buffer, { width, height }: Size, format: 'png' | 'jpg' | 'webp' = 'png'): Promise<Buffer> =>
  reshape(file, { format, widthPx: width, heightPx: height, densityDpi: DENSITY_DPI, exif: EXIF });

async function mixed(picture: RawPixels, size: Size, references: readonly Reference[]): Promise<RawPixels> {
  const pixels = Uint8ClampedArray.from(picture.pixels);
  for (const { file, share = REFERENCE_SHARE, takes } of references) {
    const small = takes === 'colours' ? await resized(file, { width: SOFT_PX, height: SOFT_PX }) : file;
    const other = await decode(await resized(small, size));
    const part = share / references.length;
    eachColour(picture, other, (at, from) => {
      pixels[at] = pixels[at]! * (1 - part) + other.pixels[from]! * part;
    });
  }
  return { ...picture, pixels };
}

async function repainted(
  picture: RawPixels,
  size: Size,
  { source, mask, isPainted }: NonNullable<Order['edit']>,
): Promise<RawPixels> {
  const [kept, marks] = await Promise.all([resized(source, size).then(decode), resized(mask, size).then(decode)]);
  const pixels = Uint8ClampedArray.from(picture.pixels);
  eachColour(picture, kept, (at, from) => {
    if (!isPainted(marks, Math.floor(from / kept.channels))) pixels[at] = kept.pixels[from]!;
  });
  return { ...picture, pixels };
}

/** Visits red, green and blue of every pixel, with their offsets in both images. */
function eachColour(to: RawPixels, from: RawPixels, visit: (at: number, from: number) => void): void {
  for (let pixel = 0; pixel < to.width * to.height; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) visit(pixel * to.channels + colour, pixel * from.channels + colour);
  }
}

/** OpenAI's rule: transparent pixels of the mask are painted. */
export const whereTransparent = ({ pixels, channels }: RawPixels, pixel: number): boolean =>
  channels === 4 && pixels[pixel * 4 + 3]! < 128;

/** sd-server's rule: white pixels of the mask are painted; its alpha channel is ignored. */
export const whereWhite = ({ pixels, channels }: RawPixels, pixel: number): boolean => pixels[pixel * channels]! >= 128;
