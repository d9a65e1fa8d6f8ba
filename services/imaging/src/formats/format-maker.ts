import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { DerivedFile } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { isTransparent, linkPicture, reshape, type Reshape } from '../derive/sharp.gateway.ts';
import { exifOfImage, type ImageName, xmpOfImage } from './rights.ts';
import { wrapInSvg } from './svg-wrapper.ts';

/** What is printed from a file that does not say how large it is meant to be. */
const DENSITY_DPI = 300;
/** More than any original of 8192 × 8192 has, packed at all. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

/**
 * Makes the file of a request and stores it. Throws BlobMissing where its original is gone, BlobStoreFull, and the signal's
 * reason, at once: pixels already under way end by themselves and are dropped.
 */
export async function makeFormat(
  blobs: Pick<BlobStore, 'open' | 'put'>,
  request: DerivedRequest,
  signal: AbortSignal,
): Promise<DerivedFile> {
  const source = await readSource(blobs, request.source, signal);
  const file = await unlessAborted(inFormat(source, request), signal);
  return blobs.put(file);
}

async function readSource(blobs: Pick<BlobStore, 'open'>, blob: string, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const { stream, bytes } = await blobs.open(blob);
  if (bytes > MAX_SOURCE_BYTES) {
    stream.destroy();
    throw new RangeError(`An original of ${bytes} bytes is too large`);
  }
  return buffer(stream);
}

/** The bytes of the file that was wished for, of an original's bytes. */
export async function inFormat(source: Buffer, request: DerivedRequest): Promise<Buffer> {
  const { subjectId: generationId, partId: variantId, format, widthPx, heightPx } = request;
  const image: ImageName = { generationId, variantId };
  const into = (raster: Reshape['format']): Promise<Buffer> =>
    reshape(source, {
      format: raster,
      widthPx,
      heightPx,
      densityDpi: DENSITY_DPI,
      exif: exifOfImage(image),
      xmp: xmpOfImage(image),
    });
  if (format === 'link') return linkPicture(source, request);
  if (format !== 'svg') return into(format);
  // Of a photograph PNG would be six times as large, in a document that programs read whole.
  const transparent = await isTransparent(source);
  const bytes = await into(transparent ? 'png' : 'jpg');
  return wrapInSvg({ ...image, widthPx, heightPx, type: transparent ? 'image/png' : 'image/jpeg', bytes });
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
    aborted.promise.catch(() => undefined);
  }
}
