import { brand } from '@easel/contracts/brand';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { derive } from '../derive/derive.ts';
import { readBlob } from '../derive/read-blob.ts';
import { decodeCovering, encode } from '../derive/sharp.gateway.ts';
import { storeImage } from '../render/store-image.ts';
import { NotAPicture, SENT_MAX_BYTES, type FinishedPicture, type FinishTask } from './pixel-tasks.ts';

/** Least side of a provider's picture in pixels. A smaller one is a placeholder, and would be charged as a picture. */
const MIN_SIDE_PX = 32;

/**
 * Converts a provider's picture to the delivered size and format, and stores it with its smaller sizes. Throws
 * NotAPicture, BlobMissing and BlobStoreFull.
 */
export async function finishPicture(
  blobs: Pick<BlobStore, 'open' | 'put'>,
  { blob, size, format, provider }: FinishTask,
  signal: AbortSignal,
): Promise<FinishedPicture> {
  const sent = await readBlob(blobs, blob, { maxBytes: SENT_MAX_BYTES, signal });
  if (!isPicture(sent)) throw new NotAPicture('not a complete PNG, JPEG or WebP file');
  const { raw, width, height } = await decodeCovering(sent, size).catch((error: unknown) => {
    throw new NotAPicture(error instanceof Error ? error.message : String(error));
  });
  if (Math.min(width, height) < MIN_SIDE_PX) throw new NotAPicture(`${width} x ${height} pixels`);
  const enlarged = width < size.width || height < size.height;
  signal.throwIfAborted();
  // Write nothing of the prompt into the file: it outlives the erasure of its member.
  const description = { provider, ...(enlarged && { enlarged }) };
  const origin = { Software: brand.name, ImageDescription: JSON.stringify(description) };
  const [bytes, derived] = await Promise.all([encode(raw, format, origin), derive(raw)]);
  const { seed: _seed, ...stored } = await storeImage(blobs, { original: { bytes, ...size }, ...derived, seed: 0 });
  return { ...stored, enlarged };
}

/** Bytes that may follow the end marker: some servers append a line. */
const TAIL_BYTES = 4_096;

/**
 * Checks the first bytes, because the declared type may be wrong, and the end marker, because the decoder ignores a
 * truncation in an area that is cropped.
 */
function isPicture(file: Buffer): boolean {
  const starts = (bytes: string, at = 0): boolean => file.toString('latin1', at, at + bytes.length) === bytes;
  const ends = (bytes: string): boolean => file.subarray(-TAIL_BYTES).includes(bytes, 0, 'latin1');
  if (starts('\x89PNG\r\n\x1a\n')) return ends('IEND');
  if (starts('\xff\xd8\xff')) return ends('\xff\xd9');
  return starts('RIFF') && starts('WEBP', 8) && file.readUInt32LE(4) + 8 <= file.length;
}
