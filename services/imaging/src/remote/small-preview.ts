import type { BlobStore } from '@easel/kernel/files/blob-store';
import { readBlob } from '../derive/read-blob.ts';
import { smallWebp } from '../derive/sharp.gateway.ts';
import { SENT_MAX_BYTES } from './pixel-tasks.ts';

/** Of its base64: it goes over the bus. */
const PREVIEW_MAX_CHARACTERS = 4_096;
/** Long side in pixels and quality, until it fits. */
const ATTEMPTS = [
  [192, 60],
  [160, 45],
  [128, 30],
  [96, 15],
] as const;

/** What a provider has of an image so far as a small WebP in base64; undefined where it cannot be made so small. */
export async function smallPreview(
  blobs: Pick<BlobStore, 'open'>,
  blob: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = await readBlob(blobs, blob, { maxBytes: SENT_MAX_BYTES, signal });
  for (const [longSidePx, quality] of ATTEMPTS) {
    const text = (await smallWebp(file, longSidePx, quality)).toString('base64');
    if (text.length <= PREVIEW_MAX_CHARACTERS) return text;
  }
  return undefined;
}
