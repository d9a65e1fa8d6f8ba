import type { UploadFormat } from './policy.ts';

/** The kind of a file by its content. Sizes are the header's claims, in pixels. */
export type Sniffed =
  | { kind: 'picture'; format: UploadFormat; width?: number; height?: number }
  | { kind: 'animated'; format: UploadFormat }
  /** None of the accepted formats. */
  | { kind: 'other' };

/** Limits the search for AVIF size boxes, which are near the start of the file. */
const HEAD_BYTES = 64 * 1024;

/** Detects a file's format from its content, and its size from the header when that is easy to read. */
export function sniffUpload(file: Uint8Array): Sniffed {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (startsWith(file, PNG)) return ofPng(bytes);
  if (startsWith(file, JPEG)) return { kind: 'picture', format: 'jpg', ...sizeOfJpeg(bytes) };
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return ofWebp(bytes);
  if (textAt(bytes, 4) === 'ftyp') return ofAvif(bytes);
  return { kind: 'other' };
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

const startsWith = (file: Uint8Array, magic: readonly number[]): boolean =>
  file.length > magic.length && magic.every((byte, at) => file[at] === byte);

/** Reads a four-character code; returns an empty string beyond the end. */
function textAt(bytes: DataView, at: number): string {
  return at + 4 > bytes.byteLength
    ? ''
    : String.fromCharCode(...[0, 1, 2, 3].map((offset) => bytes.getUint8(at + offset)));
}

/** Detects APNG by its `acTL` chunk, which precedes the first `IDAT`. */
function ofPng(bytes: DataView): Sniffed {
  const size = bytes.byteLength < 24 ? {} : { width: bytes.getUint32(16), height: bytes.getUint32(20) };
  for (let at = 8; at + 12 <= bytes.byteLength; at += 12 + bytes.getUint32(at)) {
    const type = textAt(bytes, at + 4);
    if (type === 'acTL') return { kind: 'animated', format: 'png' };
    if (type === 'IDAT') break;
  }
  return { kind: 'picture', format: 'png', ...size };
}

/** Returns whether a marker starts a frame: SOF0 to SOF15, except the tables DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function sizeOfJpeg(bytes: DataView): { width?: number; height?: number } {
  for (let at = 2; at + 9 <= bytes.byteLength;) {
    if (bytes.getUint8(at) !== 0xff) return {};
    const marker = bytes.getUint8(at + 1);
    if (isFrame(marker)) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    // Skip one fill byte (0xff), or a whole segment.
    at += marker === 0xff ? 1 : 2 + bytes.getUint16(at + 2);
  }
  return {};
}

/** WebP stores each side minus one in 14 or 24 bits; lossy files store the side itself in 14 bits. */
const FOURTEEN_BITS = 0x3fff;
const WEBP_ANIMATION = 0x02;

function ofWebp(bytes: DataView): Sniffed {
  const format = 'webp';
  if (bytes.byteLength < 30) return { kind: 'picture', format };
  const uint24 = (at: number): number => bytes.getUint16(at, true) | (bytes.getUint8(at + 2) << 16);
  switch (textAt(bytes, 12)) {
    case 'VP8X':
      if (bytes.getUint8(20) & WEBP_ANIMATION) return { kind: 'animated', format };
      return { kind: 'picture', format, width: uint24(24) + 1, height: uint24(27) + 1 };
    case 'VP8L': {
      const bits = bytes.getUint32(21, true);
      return {
        kind: 'picture',
        format,
        width: (bits & FOURTEEN_BITS) + 1,
        height: ((bits >>> 14) & FOURTEEN_BITS) + 1,
      };
    }
    case 'VP8 ':
      return {
        kind: 'picture',
        format,
        width: bytes.getUint16(26, true) & FOURTEEN_BITS,
        height: bytes.getUint16(28, true) & FOURTEEN_BITS,
      };
    default:
      return { kind: 'picture', format };
  }
}

/** Recognizes AVIF by its compatible brands; HEIC shares the container and is rejected. */
function ofAvif(bytes: DataView): Sniffed {
  const end = Math.min(bytes.getUint32(0), bytes.byteLength, HEAD_BYTES);
  const brands = [textAt(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(bytes, at));
  if (brands.includes('avis')) return { kind: 'animated', format: 'avif' };
  if (!brands.includes('avif')) return { kind: 'other' };
  return { kind: 'picture', format: 'avif', ...largestBox(bytes) };
}

/** Returns the largest size that an `ispe` box claims. */
function largestBox(bytes: DataView): { width?: number; height?: number } {
  let largest: { width?: number; height?: number } = {};
  const most = Math.min(bytes.byteLength, HEAD_BYTES) - 16;
  for (let at = 0; at < most; at++) {
    if (bytes.getUint8(at) !== 0x69 || textAt(bytes, at) !== 'ispe') continue;
    const [width, height] = [bytes.getUint32(at + 8), bytes.getUint32(at + 12)];
    if (width * height > (largest.width ?? 0) * (largest.height ?? 0)) largest = { width, height };
  }
  return largest;
}
