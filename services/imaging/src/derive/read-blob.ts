import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@easel/kernel/files/blob-store';

/** The whole of a stored file. Throws BlobMissing, RangeError where it is too large, and the signal's reason. */
export async function readBlob(
  blobs: Pick<BlobStore, 'open'>,
  blob: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  signal.throwIfAborted();
  const { stream, bytes } = await blobs.open(blob);
  if (bytes > maxBytes) {
    stream.destroy();
    throw new RangeError(`A file of ${bytes} bytes is too large`);
  }
  return buffer(stream);
}
