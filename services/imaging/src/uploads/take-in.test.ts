import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { intakeResult, type IntakeResult, type TakenUpload } from '@easel/contracts/uploads/intake';
import { UPLOAD_LONG_SIDE_PX } from '@easel/contracts/uploads/policy';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import type { DerivedFormat } from '@easel/kernel/files/derived-rows';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { animated, claiming, halves, SVG, withLocation } from '../testing/pictures.ts';
import { takeIn } from './take-in.ts';

let folder: string;
let blobs: DiskBlobStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-take-in-'));
  blobs = new DiskBlobStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function taking(file: Buffer, format: DerivedFormat = 'intake'): Promise<IntakeResult> {
  const { blob: source } = await blobs.put(file);
  const ids = { subjectId: crypto.randomUUID(), partId: crypto.randomUUID() };
  const request = { source, ...ids, format, widthPx: UPLOAD_LONG_SIDE_PX, heightPx: UPLOAD_LONG_SIDE_PX };
  const { blob } = await takeIn(blobs, request, new AbortController().signal);
  return intakeResult.parse(JSON.parse(String(await bytesOf(blob))));
}

async function taken(file: Buffer, format?: DerivedFormat): Promise<TakenUpload> {
  const result = await taking(file, format);
  if (result.kind === 'refused') throw new Error(`refused: ${result.problem}`);
  return result;
}

const bytesOf = async (blob: string): Promise<Buffer> => buffer((await blobs.open(blob)).stream);

async function colourAt(file: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(file).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer())];
}

const isNear = (colour: readonly number[], [red, green, blue]: readonly [number, number, number]): boolean =>
  [red, green, blue].every((value, at) => Math.abs(value - (colour[at] ?? -100)) <= 12);
const isBlue = (colour: readonly number[]): boolean => isNear(colour, [20, 60, 200]);
const isOrange = (colour: readonly number[]): boolean => isNear(colour, [240, 140, 20]);

describe('the stored picture', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('is made from a %s', async (format) => {
    const { original, preview, thumbnail, thumbhash } = await taken(
      await halves(1200, 800).toFormat(format).toBuffer(),
    );
    expect(original).toMatchObject({ width: 1200, height: 800 });
    const file = await bytesOf(original.blob);
    expect(file.length).toBe(original.bytes);
    expect((await sharp(file).metadata()).format).toBe('jpeg');
    expect(isBlue(await colourAt(file, 20, 400))).toBe(true);
    expect(isOrange(await colourAt(file, 1180, 400))).toBe(true);
    for (const small of [preview, thumbnail]) {
      expect(await sharp(await bytesOf(small.blob)).metadata()).toMatchObject({
        format: 'webp',
        width: small.width,
        height: small.height,
      });
    }
    expect(thumbnail).toMatchObject({ width: 384, height: 256 });
    expect(thumbhash).not.toBe('');
  });

  test('keeps transparency in a PNG', async () => {
    const file = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#14c83c80' } })
      .webp()
      .toBuffer();
    const { original } = await taken(file);
    expect(await sharp(await bytesOf(original.blob)).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  });

  test('is scaled down to its limit, and never enlarged', async () => {
    const large = await taken(await halves(5000, 1000).jpeg().toBuffer());
    expect(large.original).toMatchObject({ width: UPLOAD_LONG_SIDE_PX, height: Math.round(UPLOAD_LONG_SIDE_PX / 5) });
    const small = await taken(await halves(64, 64).png().toBuffer());
    expect([small.original.width, small.preview.width, small.thumbnail.width]).toEqual([64, 48, 48]);
  });

  test('is rotated upright by its EXIF orientation', async () => {
    // Orientation 6: rotate by 90 degrees clockwise.
    const file = await halves(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { original } = await taken(file);
    expect(original).toMatchObject({ width: 200, height: 400 });
    const kept = await bytesOf(original.blob);
    expect((await sharp(kept).metadata()).orientation).toBeUndefined();
    expect(isBlue(await colourAt(kept, 100, 20))).toBe(true);
    expect(isOrange(await colourAt(kept, 100, 380))).toBe(true);
  });

  test('contains neither location nor author', async () => {
    const file = await withLocation();
    expect(file.includes('Ada Byron') && file.includes('secret place')).toBe(true);
    const { original, preview, thumbnail } = await taken(file);
    for (const { blob } of [original, preview, thumbnail]) {
      const kept = await bytesOf(blob);
      const { exif: left, xmp: packet, iptc, icc } = await sharp(kept).metadata();
      expect([left, packet, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
      for (const said of ['Ada', 'secret', 'GPS', 'Exif']) expect(kept.includes(said)).toBe(false);
    }
  });

  test('is converted to sRGB', async () => {
    const wide = await halves(200, 100).withIccProfile('p3').png().toBuffer();
    expect(isBlue(await colourAt(await bytesOf((await taken(wide)).original.blob), 20, 50))).toBe(true);
    const printed = await halves(200, 100).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    const { original } = await taken(printed);
    expect(await sharp(await bytesOf(original.blob)).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    const grey = await halves(200, 100).greyscale().png().toBuffer();
    expect((await taken(grey)).original.width).toBe(200);
    const deep = await halves(200, 100).toColourspace('rgb16').png().toBuffer();
    expect(isOrange(await colourAt(await bytesOf((await taken(deep)).original.blob), 180, 50))).toBe(true);
  });

  test('drops data appended to the file', async () => {
    const archive = Buffer.from('PK\u0003\u0004 an archive <script>alert(1)</script>');
    const { original } = await taken(Buffer.concat([await halves(200, 100).jpeg().toBuffer(), archive]));
    expect((await bytesOf(original.blob)).includes('script')).toBe(false);
  });

  test('is deterministic', async () => {
    const file = await halves(300, 200).jpeg().toBuffer();
    expect(await taken(file)).toEqual(await taken(file));
  });
});

describe('a mask', () => {
  test('is stored as grey values, with transparent pixels as black', async () => {
    const white = { create: { width: 100, height: 200, channels: 4, background: '#ffffff' } } as const;
    const file = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#00000000' } })
      .composite([{ input: white, gravity: 'west' }])
      .png()
      .toBuffer();
    const { original } = await taken(file, 'intake-mask');
    const kept = await bytesOf(original.blob);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', channels: 1, width: 200, height: 200 });
    expect((await colourAt(kept, 20, 100))[0]).toBe(255);
    expect((await colourAt(kept, 180, 100))[0]).toBe(0);
  });

  test('is refused when it marks nothing', async () => {
    const black = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#101010' } })
      .png()
      .toBuffer();
    expect(await taking(black, 'intake-mask')).toEqual({ kind: 'refused', problem: 'maskEmpty' });
  });
});

describe('refusals', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  test.each([
    ['a GIF', gif],
    ['an SVG that refers to a file', SVG],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(1)],
    ['a picture after the beginning of a document', Buffer.concat([SVG, gif])],
  ])('refuses %s as not a picture', async (_name, file) => {
    expect(await taking(file)).toEqual({ kind: 'refused', problem: 'notAPicture' });
  });

  test('refuses an animated picture', async () => {
    const { webp, png } = await animated();
    expect(await taking(webp)).toEqual({ kind: 'refused', problem: 'animated' });
    expect(await taking(png)).toEqual({ kind: 'refused', problem: 'animated' });
  });

  test.each([
    [65_535, 65_535],
    [8_192, 8_192],
    [40_000_001, 1],
  ])('refuses a header that claims %i × %i pixels', async (width, height) => {
    expect(await taking(claiming(width, height))).toEqual({ kind: 'refused', problem: 'tooManyPixels' });
  });

  test('refuses a picture with a side of too few pixels', async () => {
    expect(await taking(await halves(200, 63).png().toBuffer())).toEqual({ kind: 'refused', problem: 'tooSmall' });
  });

  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('refuses a truncated %s', async (format) => {
    const pixels = Buffer.from(Array.from({ length: 200 * 150 * 3 }, (_, at) => (at * at * 7919) % 251));
    const noise = await sharp(pixels, { raw: { width: 200, height: 150, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    for (const share of [0.1, 0.5, 0.9]) {
      const file = noise.subarray(0, Math.floor(noise.length * share));
      expect(await taking(file)).toEqual({ kind: 'refused', problem: 'broken' });
    }
  });

  test('refuses a file with only a picture’s first bytes', async () => {
    for (const magic of [
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ]) {
      const file = Buffer.concat([Buffer.from(magic), Buffer.from('<script>alert(1)</script>'.repeat(20))]);
      expect(await taking(file)).toEqual({ kind: 'refused', problem: 'broken' });
    }
  });
});

test('rethrows a full disk, which is not the file’s fault', async () => {
  const { blob: source } = await blobs.put(await halves(100, 100).png().toBuffer());
  const full = { open: blobs.open.bind(blobs), put: () => Promise.reject(new Error('no room')) };
  const request = { source, subjectId: '', partId: '', format: 'intake', widthPx: 4096, heightPx: 4096 } as const;
  await expect(takeIn(full, request, new AbortController().signal)).rejects.toThrow('no room');
});
