import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { enlargedText, imageSizeOfPixels } from '@easel/contracts/downloads/policy';
import { coveredParts, findPacket, FRAME_HEAD_BYTES, frameFor, writeSigned } from '@easel/contracts/origin/packet';
import { making } from '@easel/contracts/origin/making';
import { exifOfImage, xmpOfImage, type DescribedImage } from '@easel/contracts/origin/rights';
import { ORIGIN_PURPOSE, statementText } from '@easel/contracts/origin/statement';
import { printLayout } from '@easel/contracts/products/print-layout';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { DerivedFile } from '@easel/kernel/files/derived-files';
import { isIntake, type DerivedRequest } from '@easel/kernel/files/derived-rows';
import type { Sealer } from '@easel/kernel/identity/sealing';
import { readBlob } from '../derive/read-blob.ts';
import { linkPicture, measuresOf, printFile, reshape, squareOf, type Reshape } from '../derive/sharp.gateway.ts';
import { unlessAborted } from '../render/unless-aborted.ts';
import { wrapInSvg } from './svg-wrapper.ts';

/** What is printed from a file that does not say how large it is meant to be. */
const DENSITY_DPI = 300;
/** Before a chunk's type: its length, which its checksum is not of. */
const PNG_LENGTH_BYTES = 4;
/** More than any original of 8192 × 8192 has, packed at all. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

/**
 * Makes the file of a request and stores it. Throws BlobMissing where its original is gone, BlobStoreFull, and the
 * signal's reason, at once: pixels already under way end by themselves and are dropped.
 */
export async function makeFormat(
  blobs: Pick<BlobStore, 'open' | 'put'>,
  sealer: Pick<Sealer, 'digest'>,
  request: DerivedRequest,
  signal: AbortSignal,
): Promise<DerivedFile> {
  const source = await readBlob(blobs, request.source, { maxBytes: MAX_SOURCE_BYTES, signal });
  const file = await unlessAborted(inFormat(source, request), signal);
  sign(file, request, sealer);
  return blobs.put(file);
}

function withPacket(png: Buffer, xmp: string): Buffer {
  const packet = Buffer.from(xmp);
  const frame = frameFor(png.subarray(0, FRAME_HEAD_BYTES), packet.length);
  if (!frame) throw new Error('what was made is no PNG');
  const after = Buffer.alloc(frame.after.length);
  after.writeUInt32BE(crc32(packet, crc32(frame.before.subarray(PNG_LENGTH_BYTES))));
  return Buffer.concat([png.subarray(0, frame.at), frame.before, packet, after, png.subarray(frame.at)]);
}

/** A file that says where it came from says it of itself alone. */
function sign(file: Buffer, { subjectId, partId }: DerivedRequest, sealer: Pick<Sealer, 'digest'>): void {
  const packet = findPacket(file);
  if (!packet) return;
  const hash = createHash('sha256');
  for (const part of coveredParts(file, packet)) hash.update(part);
  const digest = hash.digest('hex');
  const text = statementText({ generationId: subjectId, variantId: partId, digest });
  writeSigned(file, packet, { digest, signature: sealer.digest(ORIGIN_PURPOSE, text) }, crc32);
}

/** The bytes of the file that was wished for, of an original's bytes. */
export async function inFormat(source: Buffer, request: DerivedRequest): Promise<Buffer> {
  const { subjectId: generationId, partId: variantId, format, widthPx, heightPx, layout } = request;
  if (layout !== undefined) return printFile(source, printLayout.parse(layout), format === 'png' ? 'png' : 'jpg');
  if (isIntake(format)) throw new RangeError('A picture from outside is taken in elsewhere');
  const named = { generationId, variantId, making: request.making && making.parse(request.making) };
  if (format === 'link') return linkPicture(source, { widthPx, heightPx, xmp: xmpOfImage(named) });
  if (format === 'avatar') return squareOf(source, widthPx);
  const { width, height, isTransparent } = await measuresOf(source);
  const original = imageSizeOfPixels(Math.max(width, height));
  const enlarged = enlargedText(imageSizeOfPixels(Math.max(widthPx, heightPx)), original);
  const image: DescribedImage = { ...named, enlarged };
  const into = async (raster: Reshape['format']): Promise<Buffer> => {
    const exif = exifOfImage(image);
    const xmp = xmpOfImage(image);
    const wanted = { format: raster, widthPx, heightPx, densityDpi: DENSITY_DPI, exif };
    // A PNG's would be compressed, and nothing could be signed in it afterwards.
    return raster === 'png' ? withPacket(await reshape(source, wanted), xmp) : reshape(source, { ...wanted, xmp });
  };
  if (format !== 'svg') return into(format);
  // Of a photograph PNG would be six times as large, in a document that programs read whole.
  const bytes = await into(isTransparent ? 'png' : 'jpg');
  return wrapInSvg({ ...image, widthPx, heightPx, type: isTransparent ? 'image/png' : 'image/jpeg', bytes });
}
