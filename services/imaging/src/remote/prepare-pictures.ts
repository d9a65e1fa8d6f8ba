import type { Size } from '@easel/contracts/generation/policy';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { MASK_MARKED } from '@easel/contracts/uploads/policy';
import { readBlob } from '../derive/read-blob.ts';
import {
  decodeStored,
  encodePng,
  encodeWithin,
  measuresOf,
  sentFile,
  type RawPixels,
} from '../derive/sharp.gateway.ts';
import { SENT_MAX_BYTES, type Prepared, type PrepareTask } from './pixel-tasks.ts';

/**
 * Longest side of a sent picture in pixels. Providers use no more, and the file is held in memory until the call is
 * accepted.
 */
const REFERENCE_LONG_SIDE_PX = 2048;
/** Scale of a picture that is extended within its own aspect ratio. */
const EXTENDED_SHARE = 0.75;

/** Prepares the pictures that are sent with a call. Throws BlobMissing when a picture is gone, and BlobStoreFull. */
export async function preparePictures(
  blobs: Pick<BlobStore, 'open' | 'put'>,
  { references, edit, size }: PrepareTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const read = (blob: string): Promise<Buffer> => readBlob(blobs, blob, { maxBytes: SENT_MAX_BYTES, signal });
  const put = async (bytes: Buffer): Promise<string> => (await blobs.put(bytes)).blob;
  const prepared: Prepared['references'][number][] = [];
  for (const blob of references) {
    const { bytes, type } = await sentFile(await read(blob), REFERENCE_LONG_SIDE_PX);
    prepared.push({ blob: await put(bytes), type });
  }
  if (!edit) return { references: prepared };
  const source = await read(edit.source);
  const made =
    edit.kind === 'replace' ? await replaced(source, await read(edit.mask), size) : await extended(source, size);
  return { references: prepared, edit: { source: await put(made.source), mask: await put(made.mask) } };
}

interface Edited {
  readonly source: Buffer;
  readonly mask: Buffer;
}

/** Crops source and mask alike. The mask covers the whole source, whatever its own resolution. */
async function replaced(source: Buffer, mask: Buffer, size: Size): Promise<Edited> {
  const own = await measuresOf(source);
  const fitted = await encodePng(await decodeStored(mask, { width: own.width, height: own.height }, 'fill'));
  const [pixels, painted] = await Promise.all([
    decodeStored(source, size, 'cover'),
    decodeStored(fitted, size, 'cover'),
  ]);
  return { source: await encodePng(pixels), mask: await encodePng(openWhere(painted, isWhite)) };
}

/** Centres the source in the requested size; the mask opens the area around it. */
async function extended(source: Buffer, size: Size): Promise<Edited> {
  const own = await measuresOf(source);
  const fitting = Math.min(size.width / own.width, size.height / own.height);
  const filled = (fitting * fitting * own.width * own.height) / (size.width * size.height);
  // Shrink a source that already fills the size, or nothing would be left to paint.
  const scale = filled > 0.98 ? fitting * EXTENDED_SHARE : fitting;
  const inner = {
    width: Math.min(size.width, Math.round(own.width * scale)),
    height: Math.min(size.height, Math.round(own.height * scale)),
  };
  const left = Math.floor((size.width - inner.width) / 2);
  const top = Math.floor((size.height - inner.height) / 2);
  const around = { left, top, right: size.width - inner.width - left, bottom: size.height - inner.height - top };
  const kept: RawPixels = {
    pixels: new Uint8Array(inner.width * inner.height * 4).fill(255),
    channels: 4,
    ...inner,
  };
  const pixels = await decodeStored(source, inner, 'fill');
  return { source: await encodeWithin(pixels, around), mask: await encodeWithin(kept, around) };
}

/** Returns whether a mask's pixel is marked; transparent pixels count as black. */
const isWhite = (pixels: RawPixels['pixels'], at: number): boolean => {
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
  return (((red + green + blue) / 3) * alpha) / 255 >= MASK_MARKED;
};

/** Creates a black image of the same size that is transparent where `isOpen`. */
function openWhere(raw: RawPixels, isOpen: (pixels: RawPixels['pixels'], at: number) => boolean): RawPixels {
  const pixels = new Uint8Array(raw.pixels.length);
  for (let at = 0; at < pixels.length; at += 4) pixels[at + 3] = isOpen(raw.pixels, at) ? 0 : 255;
  return { ...raw, pixels };
}
