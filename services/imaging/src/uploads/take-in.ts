import type { StoredImage } from '@easel/contracts/generation/events';
import type { IntakeProblem, IntakeResult } from '@easel/contracts/uploads/intake';
import { MASK_MARKED, UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS, UPLOAD_MIN_SIDE_PX } from '@easel/contracts/uploads/policy';
import { sniffUpload } from '@easel/contracts/uploads/sniff';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { DerivedFile } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { derive, type DerivedFile as Picture } from '../derive/derive.ts';
import { decodeFromOutside, encodeMask, encodePlain, headerOf, type RawPixels } from '../derive/sharp.gateway.ts';
import { readBlob } from '../derive/read-blob.ts';
import { unlessAborted } from '../render/unless-aborted.ts';

/** A file that is refused, with the reason. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';

  constructor(
    readonly problem: IntakeProblem,
    cause?: unknown,
  ) {
    super(problem, { cause });
  }
}

/**
 * Converts an untrusted file to the files to keep. Stores an `IntakeResult` as JSON, and returns that file; a refusal
 * is a result too. Throws BlobMissing, BlobStoreFull and the signal's reason.
 */
export async function takeIn(
  blobs: Pick<BlobStore, 'open' | 'put'>,
  request: DerivedRequest,
  signal: AbortSignal,
): Promise<DerivedFile> {
  const file = await readBlob(blobs, request.source, { maxBytes: UPLOAD_MAX_BYTES, signal });
  const result = await unlessAborted(describe(blobs, file, request), signal);
  return blobs.put(Buffer.from(JSON.stringify(result)));
}

async function describe(
  blobs: Pick<BlobStore, 'put'>,
  file: Buffer,
  { format, widthPx }: DerivedRequest,
): Promise<IntakeResult> {
  const isMask = format === 'intake-mask';
  try {
    const raw = await pixelsOf(file, widthPx, isMask);
    if (isMask && !marksAnything(raw)) throw new NotTaken('maskEmpty');
    const { width, height } = raw;
    const original = { bytes: await (isMask ? encodeMask : encodePlain)(raw), width, height };
    const { preview, thumbnail, thumbhash } = await derive(raw);
    return {
      kind: 'taken',
      original: await store(blobs, original),
      preview: await store(blobs, preview),
      thumbnail: await store(blobs, thumbnail),
      thumbhash,
    };
  } catch (error) {
    if (error instanceof NotTaken) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

/** Returns whether a mask marks at least one pixel. An empty mask would be charged and change nothing. */
function marksAnything({ pixels, channels }: RawPixels): boolean {
  for (let at = 0; at < pixels.length; at += channels) if ((pixels[at] ?? 0) >= MASK_MARKED) return true;
  return false;
}

async function store(blobs: Pick<BlobStore, 'put'>, { bytes, ...size }: Picture): Promise<StoredImage> {
  return { ...(await blobs.put(bytes)), ...size };
}

/** Checks the header before decoding. Throws NotTaken. */
async function pixelsOf(file: Buffer, longSidePx: number, isMask: boolean): Promise<RawPixels> {
  const sniffed = sniffUpload(file);
  if (sniffed.kind === 'other') throw new NotTaken('notAPicture');
  if (sniffed.kind === 'animated') throw new NotTaken('animated');
  const { width, height, frames } = await readable(() => headerOf(file));
  if (frames > 1) throw new NotTaken('animated');
  if (width * height > UPLOAD_MAX_PIXELS) throw new NotTaken('tooManyPixels');
  if (Math.min(width, height) < UPLOAD_MIN_SIDE_PX) throw new NotTaken('tooSmall');
  return readable(() => decodeFromOutside(file, { longSidePx, ...(isMask && { background: '#000000' }) }));
}

/** Reports every decoder error as a broken file. */
async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new NotTaken('broken', error);
  }
}
