import { brand } from '@easel/contracts/brand';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { derive } from '../derive/derive.ts';
import { readBlob } from '../derive/read-blob.ts';
import { decodeCovering, encode } from '../derive/sharp.gateway.ts';
import { storeImage } from '../render/store-image.ts';
import { NotAPicture, SENT_MAX_BYTES, type FinishedPicture, type FinishTask } from './pixel-tasks.ts';

/**
 * Brings what a provider has sent to the size and format in which it is delivered, and stores it with its smaller
 * sizes. Throws NotAPicture, BlobMissing and BlobStoreFull.
 */
export async function finishPicture(
  blobs: Pick<BlobStore, 'open' | 'put'>,
  { blob, size, format, provider }: FinishTask,
  signal: AbortSignal,
): Promise<FinishedPicture> {
  const sent = await readBlob(blobs, blob, { maxBytes: SENT_MAX_BYTES, signal });
  if (!isPicture(sent)) throw new NotAPicture('no whole PNG, JPEG or WebP');
  const { raw, width, height } = await decodeCovering(sent, size).catch((error: unknown) => {
    throw new NotAPicture(error instanceof Error ? error.message : String(error));
  });
  const enlarged = width < size.width || height < size.height;
  signal.throwIfAborted();
  // No word of the prompt: a file outlives the erasure of its member.
  const description = { provider, ...(enlarged && { enlarged }) };
  const origin = { Software: brand.name, ImageDescription: JSON.stringify(description) };
  const [bytes, derived] = await Promise.all([encode(raw, format, origin), derive(raw)]);
  const { seed: _seed, ...stored } = await storeImage(blobs, { original: { bytes, ...size }, ...derived, seed: 0 });
  return { ...stored, enlarged };
}

/** What may follow the end of a picture: some servers append a line. */
const TAIL_BYTES = 4_096;

/**
 * By its first bytes, whatever the provider called it, and by its last: the decoder does not notice what is missing of
 * a part that is cut off anyway.
 */
function isPicture(file: Buffer): boolean {
  const starts = (bytes: string, at = 0): boolean => file.toString('latin1', at, at + bytes.length) === bytes;
  const ends = (bytes: string): boolean => file.subarray(-TAIL_BYTES).includes(bytes, 0, 'latin1');
  if (starts('\x89PNG\r\n\x1a\n')) return ends('IEND');
  if (starts('\xff\xd8\xff')) return ends('\xff\xd9');
  return starts('RIFF') && starts('WEBP', 8) && file.readUInt32LE(4) + 8 <= file.length;
}
