import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const BLUE = '#143cc8';
const ORANGE = '#f08c14';

/** Blue on the left, orange on the right. */
export const halves = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: BLUE } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: ORANGE } },
      gravity: 'east',
    },
  ]);

/** A chunk of a PNG, with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG whose header claims a size, with pixels for none of it. */
export function claiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(64)));
  return Buffer.concat([magic, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}

/** Two frames, as a WebP and as a PNG. */
export async function animated(): Promise<{ webp: Buffer; png: Buffer }> {
  const frames = [await halves(100, 100).removeAlpha().raw().toBuffer(), Buffer.alloc(100 * 100 * 3)];
  const webp = await sharp(Buffer.concat(frames), { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  const still = await halves(100, 100).png().toBuffer();
  const announced = chunk('acTL', Buffer.from([0, 0, 0, 100, 0, 0, 0, 0]));
  return { webp, png: Buffer.concat([still.subarray(0, 33), announced, still.subarray(33)]) };
}

/** A photograph that says where and by whom it was taken, to a reader of EXIF and to one of XMP. */
export function withLocation(): Promise<Buffer> {
  const exif = {
    IFD0: { Artist: 'Ada Byron', Make: 'A camera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 18/1' },
  };
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>secret place</rdf></x:xmpmeta>';
  return halves(300, 200).jpeg().withExif(exif).withXmp(xmp).withIccProfile('srgb').toBuffer();
}

/** Would be drawn from a file of the server's, and from another server. */
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><image href="http://127.0.0.1/a"/></svg>',
);
