import type { Signed } from './statement.ts';

/** Where an XMP packet stands in a file of whatever format, and what it says. */
export interface Packet {
  readonly start: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly text: string;
}

const BEGIN = '<?xpacket begin=';
const END = '<?xpacket end="r"?>';
/** Longer ones are none of ours. */
const MOST_BYTES = 64 * 1024;

/** The first packet of a file; undefined where it has none. */
export function findPacket(file: Uint8Array): Packet | undefined {
  const start = find(file, BEGIN, 0, file.length);
  if (start < 0) return undefined;
  const last = find(file, END, start, Math.min(file.length, start + MOST_BYTES));
  if (last < 0) return undefined;
  const end = last + END.length;
  return { start, end, text: new TextDecoder().decode(file.subarray(start, end)) };
}

/**
 * The parts of a file that a statement in this packet is about: all but the packet, and in a PNG the checksum that
 * follows it.
 */
export function coveredParts(file: Uint8Array, { start, end }: Packet): readonly [Uint8Array, Uint8Array] {
  return [file.subarray(0, start), file.subarray(isPng(file) ? end + CRC_BYTES : end)];
}

/** Puts the signed values where a packet has unsigned ones, in place. `crc32`: as of zlib. */
export function writeSigned(
  file: Uint8Array,
  { start, end }: Packet,
  signed: Signed,
  crc32: (bytes: Uint8Array) => number,
): void {
  for (const name of ['digest', 'signature'] as const) {
    const tag = `<easel:${name}>`;
    const at = find(file, tag, start, end);
    if (at < 0) throw new Error(`the packet has no place for a ${name}`);
    file.set(ascii(signed[name]), at + tag.length);
  }
  if (!isPng(file)) return;
  // From the chunk's type on: the packet is the end of it.
  const checked = file.subarray(start - PNG_KEYWORD.length - PNG_TYPE.length, end);
  new DataView(file.buffer, file.byteOffset).setUint32(end, crc32(checked));
}

/** What stands around a packet that is put into a file, and where. */
export interface Frame {
  /** Of the file as it was, the bytes before it. */
  readonly at: number;
  readonly before: Uint8Array;
  /** Behind the packet: of a PNG the place of its checksum. */
  readonly after: Uint8Array;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The signature and the chunk that must come first. */
const PNG_HEAD_BYTES = 33;
const CRC_BYTES = 4;
const PNG_TYPE = ascii('iTXt');
/** Of the chunk for packets: not compressed, of no language. */
const PNG_KEYWORD = ascii('XML:com.adobe.xmp\0\0\0\0\0');
const JPEG_SIGNATURE = [0xff, 0xd8];
const JPEG_APP0 = 0xffe0;
const JPEG_APP1 = 0xffe1;
const JPEG_KEYWORD = ascii('http://ns.adobe.com/xap/1.0/\0');

/** As many of a file's first bytes as `frameFor` has to see. */
export const FRAME_HEAD_BYTES = 64;

/** Where a packet of so many bytes is put into a PNG or JPEG that begins like this; undefined for what is neither. */
export function frameFor(head: Uint8Array, packetBytes: number): Frame | undefined {
  if (isPng(head) && head.length >= PNG_HEAD_BYTES) {
    const before = new Uint8Array(4 + PNG_TYPE.length + PNG_KEYWORD.length);
    new DataView(before.buffer).setUint32(0, PNG_KEYWORD.length + packetBytes);
    before.set(PNG_TYPE, 4);
    before.set(PNG_KEYWORD, 4 + PNG_TYPE.length);
    return { at: PNG_HEAD_BYTES, before, after: new Uint8Array(CRC_BYTES) };
  }
  if (!startsWith(head, JPEG_SIGNATURE) || head.length < FRAME_HEAD_BYTES) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // JFIF wants to be first.
  const at = view.getUint16(2) === JPEG_APP0 ? 4 + view.getUint16(4) : 2;
  if (at > head.length) return undefined;
  const before = new Uint8Array(4 + JPEG_KEYWORD.length);
  new DataView(before.buffer).setUint16(0, JPEG_APP1);
  new DataView(before.buffer).setUint16(2, 2 + JPEG_KEYWORD.length + packetBytes);
  before.set(JPEG_KEYWORD, 4);
  return { at, before, after: new Uint8Array(0) };
}

const isPng = (file: Uint8Array): boolean => startsWith(file, PNG_SIGNATURE);

const startsWith = (file: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => file[at] === byte);

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Where the text begins within the bounds; -1 where it does not. */
function find(file: Uint8Array, text: string, from: number, to: number): number {
  const wanted = ascii(text);
  const [first = 0] = wanted;
  for (let at = file.indexOf(first, from); at >= 0 && at + wanted.length <= to; at = file.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => file[at + index] === byte)) return at;
  }
  return -1;
}
