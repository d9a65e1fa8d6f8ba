import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SAMPLES_PER_PIXEL: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * The size in pixels of a PNG that is whole: every checksum holds and there are as many pixels as it says. Throws what
 * is wrong.
 */
export function sizeOfPng(file: Buffer): { width: number; height: number } {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG signature');
  const chunks = chunksOf(file);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new Error('IHDR is not the first chunk');
  if (chunks.at(-1)?.type !== 'IEND') throw new Error('IEND is not the last chunk');

  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  const bitsPerPixel = header.data.readUInt8(8) * (SAMPLES_PER_PIXEL[header.data.readUInt8(9)] ?? 0);
  if (header.data.readUInt8(12) === 0) {
    const pixels = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
    const expected = height * (1 + Math.ceil((width * bitsPerPixel) / 8));
    if (pixels.length !== expected) throw new Error(`${pixels.length} bytes of pixels instead of ${expected}`);
  }
  return { width, height };
}

function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    const type = body.subarray(0, 4).toString('latin1');
    if (crc32(body) !== file.readUInt32BE(at + 8 + length)) throw new Error(`wrong checksum of ${type}`);
    chunks.push({ type, data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}
