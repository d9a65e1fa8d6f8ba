import type { BlobStore } from '@easel/kernel/files/blob-store';
import { readBlob } from '../derive/read-blob.ts';
import { smallWebp } from '../derive/sharp.gateway.ts';
import { SENT_MAX_BYTES } from './pixel-tasks.ts';

/** Longest base64 text of a preview, which is published on the bus. */
const PREVIEW_MAX_CHARACTERS = 4_096;
/** Long side in pixels and quality, tried in order until the preview fits. */
const ATTEMPTS = [
  [192, 60],
  [160, 45],
  [128, 30],
  [96, 15],
] as const;

/** Converts a provider's preview to a small WebP in base64; undefined when it does not fit the limit. */
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
