import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;

export interface ZippedFile {
  name: string;
  content: Buffer;
  /** It was made smaller. */
  packed?: boolean;
}

/** What an archive holds, by its directory; throws where a file is not what its sum says. */
export function readZip(zip: Buffer): ZippedFile[] {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END) throw new Error('no whole archive');
  const files: ZippedFile[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`no entry at ${at}`);
    const [method, sum, bytes] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const stored = contentAt(zip, zip.readUInt32LE(at + 42), bytes);
    const packed = method !== STORED;
    const content = packed ? inflateRawSync(stored) : stored;
    if (crc32(content) !== sum) throw new Error(`${name} is not what its sum says`);
    files.push({ name, content, ...(packed && { packed }) });
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return files;
}

function contentAt(zip: Buffer, local: number, bytes: number): Buffer {
  if (zip.readUInt32LE(local) !== LOCAL) throw new Error(`no file at ${local}`);
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return zip.subarray(start, start + bytes);
}
