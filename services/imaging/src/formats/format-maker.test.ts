import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { coveredParts, findPacket } from '@easel/contracts/origin/packet';
import { licence } from '@easel/contracts/origin/rights';
import { centred } from '@easel/contracts/products/placement';
import { statementIn, statementText } from '@easel/contracts/origin/statement';
import { BlobMissing, type BlobStore } from '@easel/kernel/files/blob-store';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import type { DerivedFormat, DerivedRequest } from '@easel/kernel/files/derived-rows';
import { runs } from '@easel/kernel/testing/runs';
import sharp, { type Metadata } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode, type RawPixels } from '../derive/sharp.gateway.ts';
import { inFormat, makeFormat } from './format-maker.ts';

// What the product refuses to read, and this test must: what it has written.
const ours = { operation: ['VipsForeignLoadTiff', 'VipsForeignLoadSvg'] };
beforeAll(() => sharp.unblock(ours));
// Others of this process count on what the product refuses.
afterAll(() => sharp.block(ours));

/** Signs as the sealer does, by a key. */
const sealer = {
  digest: (purpose: string, text: string): string =>
    createHash('sha256').update(`a key ${purpose} ${text}`).digest('hex'),
};

const generationId = '8a7d0a0e-0f6b-4b57-9a11-1c8f5d3e2b01';
const variantId = '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02';
const requestFor = (format: DerivedFormat, widthPx: number, heightPx: number): DerivedRequest => ({
  source: 'a'.repeat(64),
  subjectId: generationId,
  partId: variantId,
  format,
  widthPx,
  heightPx,
});

const BLUE = [20, 60, 200] as const;
const ORANGE = [240, 140, 20] as const;

/** Blue on the left, orange on the right, and that transparent where there is a fourth channel. */
function halves(width: number, height: number, channels: 3 | 4 = 3): RawPixels {
  const pixels = new Uint8ClampedArray(width * height * channels);
  for (let i = 0; i < width * height; i++) {
    const left = i % width < width / 2;
    const colour = [...(left ? BLUE : ORANGE), left ? 255 : 0];
    for (let c = 0; c < channels; c++) pixels[i * channels + c] = colour[c]!;
  }
  return { pixels, channels, width, height };
}

const origin = { Software: 'test', ImageDescription: 'a test' };
const opaque = await encode(halves(2048, 1024), 'png', origin);
const emblem = await encode(halves(1024, 1024, 4), 'png', origin);

const read = (file: Buffer) => sharp(file, { limitInputPixels: 8192 * 8192, unlimited: true });

async function pixelAt(file: Buffer, x: number, y: number): Promise<number[]> {
  const { data } = await read(file)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

const near = (colour: readonly number[], wanted: readonly number[]): boolean =>
  colour.length === wanted.length && colour.every((value, index) => Math.abs(value - wanted[index]!) <= 6);

/** The raster that an SVG wraps. */
function unwrap(svg: Buffer): { type: string; raster: Buffer } {
  const found = /xlink:href="data:([\w/]+);base64,([^"]+)"/.exec(svg.toString('latin1'));
  return { type: found?.[1] ?? '', raster: Buffer.from(found?.[2] ?? '', 'base64') };
}

const names: Record<'png' | 'jpg' | 'webp' | 'tiff', NonNullable<Metadata['format']>> = {
  png: 'png',
  jpg: 'jpeg',
  webp: 'webp',
  tiff: 'tiff',
};

function expectRights(file: Buffer, { exif, xmp }: Metadata, format: DerivedFormat): void {
  const packet = xmp?.toString() ?? '';
  for (const said of [generationId, `urn:uuid:${variantId}`, licence.notice, licence.terms, licence.address]) {
    expect(packet).toContain(said);
  }
  expect(packet).toMatch(/<dc:identifier>[-\w]+<\/dc:identifier>/);
  if (format === 'tiff') return; // it has no place for EXIF
  const fields = exif?.toString('latin1') ?? '';
  for (const said of [generationId, variantId, licence.notice, licence.terms]) expect(fields).toContain(said);
  expect(file.length).toBeGreaterThan(packet.length);
}

describe.each(['png', 'jpg', 'webp', 'tiff'] as const)('%s', (format) => {
  test.each([
    ['1K', 1024, 512],
    ['2K', 2048, 1024],
    ['4K', 3840, 1920],
  ])('at %s has its pixels, profile, density and rights', async (_, width, height) => {
    const file = await inFormat(opaque, requestFor(format, width, height));
    const found = await read(file).metadata();
    expect(found).toMatchObject({ format: names[format], width, height, channels: 3 });
    expect(found.icc?.length).toBeGreaterThan(100);
    expect(densityOf(found)).toBe(300);
    expectRights(file, found, format);
    expect(near(await pixelAt(file, 40, 40), BLUE)).toBe(true);
    expect(near(await pixelAt(file, width - 40, height - 40), ORANGE)).toBe(true);
  });

  test('of an emblem is transparent where it can be, and white where not', async () => {
    const file = await inFormat(emblem, requestFor(format, 512, 512));
    const [ground, figure] = [await pixelAt(file, 400, 256), await pixelAt(file, 100, 256)];
    const white = [255, 255, 255];
    const seen = {
      ground: format === 'jpg' ? near(ground, white) : ground[3] === 0,
      figure: near(figure.slice(0, 3), BLUE),
    };
    expect(seen).toEqual({ ground: true, figure: true });
    expect([ground.length, figure[3]]).toEqual(format === 'jpg' ? [3, undefined] : [4, 255]);
  });

  test('keeps a profile and a density of its own', async () => {
    const source = await sharp(opaque).withIccProfile('p3').withDensity(150).png().toBuffer();
    const before = await read(source).metadata();
    const file = await inFormat(source, requestFor(format, 1024, 512));
    const found = await read(file).metadata();
    expect(found.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true);
    expect(densityOf(found)).toBe(150);
    // The numbers are those of the original, for they are read through its profile.
    expect(near(await rawPixelAt(file), await rawPixelAt(source))).toBe(true);
  });
});

/** WebP keeps it among its EXIF, where sharp does not look: X resolution, a fraction. */
function densityOf({ density, exif }: Metadata): number | undefined {
  if (density !== undefined || !exif) return density;
  const tiff = exif.subarray(exif.indexOf('II*\0', 0, 'latin1'));
  const entries = tiff.readUInt32LE(4);
  for (let index = 0; index < tiff.readUInt16LE(entries); index++) {
    const entry = entries + 2 + 12 * index;
    if (tiff.readUInt16LE(entry) !== 0x011a) continue;
    const at = tiff.readUInt32LE(entry + 8);
    return Math.round(tiff.readUInt32LE(at) / tiff.readUInt32LE(at + 4));
  }
  return undefined;
}

/** As stored, not brought to sRGB. */
async function rawPixelAt(file: Buffer): Promise<number[]> {
  const data = await read(file).keepIccProfile().extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer();
  return [...data];
}

test('a picture for previews of links is shown whole, no larger than what is open to everyone', async () => {
  const file = await inFormat(opaque, requestFor('link', 1200, 630));
  expect(await read(file).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  // 2048 × 1024 is open at 1024 × 512: it stands in the middle, and around it is only its own dark ground.
  expect(near(await pixelAt(file, 100, 315), BLUE)).toBe(true);
  expect(near(await pixelAt(file, 1100, 315), ORANGE)).toBe(true);
  const [beside, above] = [await pixelAt(file, 40, 315), await pixelAt(file, 200, 20)];
  for (const ground of [beside, above]) expect(Math.max(...ground)).toBeLessThan(BLUE[2] * 0.8);
});

test('an avatar is a small square of what draws the eye, and lighter than a preview', async () => {
  const file = await inFormat(opaque, requestFor('avatar', 160, 160));
  expect(await read(file).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 });
  expect(file.length).toBeLessThan(8_000);
});

describe('svg', () => {
  test.each([
    ['an opaque original', opaque, 1024, 512, 'image/jpeg', 'jpeg'],
    ['an emblem', emblem, 512, 512, 'image/png', 'png'],
  ] as const)(
    'of %s is well-formed, says that it wraps a raster, and holds it',
    async (_, source, width, height, type, format) => {
      const svg = await inFormat(source, requestFor('svg', width, height));
      expect(await read(svg).metadata()).toMatchObject({ format: 'svg', width, height });
      const text = svg.toString();
      expect(text).toMatch(/<desc>This is a raster image of \d+ by \d+ pixels .* in an SVG wrapper\. .*<\/desc>/);
      for (const said of [generationId, variantId, licence.terms]) expect(text).toContain(said);
      const wrapped = unwrap(svg);
      expect(wrapped.type).toBe(type);
      const found = await read(wrapped.raster).metadata();
      expect(found).toMatchObject({ format, width, height, density: 300 });
      expectRights(wrapped.raster, found, 'png');
      // Drawn, it shows what it wraps.
      expect(near(await pixelAt(svg, 40, 40), [...BLUE, 255])).toBe(true);
      expect((await pixelAt(svg, width - 40, 40))[3]).toBe(type === 'image/png' ? 0 : 255);
    },
  );

  test.each([0, 1, 2, 3])('joins the parts of a raster whole, %i bytes over', async (over) => {
    const source = await encode({ ...noise(400 + over, 500) }, 'png', origin);
    const { raster } = unwrap(await inFormat(source, requestFor('svg', 400 + over, 500)));
    expect(await read(raster).metadata()).toMatchObject({ width: 400 + over });
    expect((await read(raster).raw().toBuffer()).length).toBe((400 + over) * 500 * 3);
  });
});

/** Deterministic, and too wild to be packed. */
function noise(width: number, height: number): RawPixels {
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let i = 0, seed = 1; i < pixels.length; i++) pixels[i] = ((seed = (seed * 48271) % 2147483647) >> 8) & 0xff;
  return { pixels, channels: 3, width, height };
}

test.each(['png', 'jpg', 'webp', 'tiff', 'svg'] as const)('%s says what it is enlarged from', async (format) => {
  const saysOf = async (width: number, height: number) => {
    const file = await inFormat(opaque, requestFor(format, width, height));
    const { text = '' } = findPacket(file) ?? {};
    return [/<dc:description>.*>([^<]+)<\/rdf:li>/.exec(text)?.[1], file.includes('enlarged from 2K')];
  };
  expect(await saysOf(3840, 1920)).toEqual(['enlarged from 2K', true]);
  expect(await saysOf(2048, 1024)).toEqual([undefined, false]);
  expect(await saysOf(1024, 512)).toEqual([undefined, false]);
});

test.each(['png', 'jpg', 'webp', 'tiff', 'svg', 'link'] as const)('%s says whether a model made it', async (format) => {
  const packetOf = async (making?: object) => {
    const file = await inFormat(opaque, { ...requestFor(format, 512, 256), ...(making && { making }) });
    return findPacket(file)?.text;
  };
  expect(await packetOf()).toContain('digitalsourcetype/algorithmicMedia');
  expect(await packetOf({ trained: true })).toContain('digitalsourcetype/trainedAlgorithmicMedia');
  const enlarged = await packetOf({ trained: true, enlarged: true });
  expect(enlarged).toContain('digitalsourcetype/trainedAlgorithmicMedia');
  expect(enlarged).toContain('>made smaller and enlarged<');
});

test('what is enlarged keeps its edges where they were, without a halo to be seen', async () => {
  const file = await inFormat(opaque, requestFor('png', 3840, 1920));
  const { data } = await read(file)
    .extract({ left: 1900, top: 900, width: 40, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const reds = Array.from({ length: 40 }, (_, index) => data[index * 3]!);
  expect(reds.findIndex((red) => red > 130)).toBeGreaterThanOrEqual(18);
  expect(reds.findIndex((red) => red > 130)).toBeLessThanOrEqual(22);
  expect(Math.min(...reds)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...reds)).toBeLessThanOrEqual(ORANGE[0] + 15);
});

test('the largest there is can be made', async () => {
  const small = await encode(halves(4096, 4096), 'jpg', origin);
  const file = await inFormat(small, requestFor('jpg', 7680, 7680));
  expect(await read(file).metadata()).toMatchObject({ width: 7680, height: 7680, density: 300 });
});

// Half a minute: `npm run verify -- cases` has it.
test.runIf(runs(1) > 1)('a picture of the largest size is a WebP however detailed it is', async () => {
  const detailed = await encode(noise(3840, 3840), 'png', origin);
  const file = await inFormat(detailed, requestFor('webp', 7680, 7680));
  expect(await read(file).metadata()).toMatchObject({ format: 'webp', width: 7680, height: 7680 });
});

describe('a wish', () => {
  async function withBlobs<T>(work: (blobs: BlobStore) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'easel-formats-'));
    try {
      return await work(new DiskBlobStore(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const never = new AbortController().signal;

  test('becomes a file in the store', () =>
    withBlobs(async (blobs) => {
      const { blob: source } = await blobs.put(emblem);
      const made = await makeFormat(blobs, sealer, { ...requestFor('webp', 256, 256), source }, never);
      const { stream, bytes } = await blobs.open(made.blob);
      expect(bytes).toBe(made.bytes);
      expect(await read(await buffer(stream)).metadata()).toMatchObject({ format: 'webp', width: 256 });
    }));

  test.each(['png', 'jpg', 'webp', 'tiff', 'svg'] as const)(
    'as %s says where it came from, of its own bytes alone, and is a whole file still',
    (format) =>
      withBlobs(async (blobs) => {
        const { blob: source } = await blobs.put(opaque);
        const made = await makeFormat(blobs, sealer, { ...requestFor(format, 256, 128), source }, never);
        const file = await buffer((await blobs.open(made.blob)).stream);
        const digestOf = (bytes: Buffer): string | undefined => {
          const packet = findPacket(bytes);
          if (!packet) return undefined;
          const hash = createHash('sha256');
          for (const part of coveredParts(bytes, packet)) hash.update(part);
          return hash.digest('hex');
        };
        const statement = statementIn(findPacket(file)?.text ?? '');
        expect(statement).toMatchObject({ generationId, variantId, digest: digestOf(file) });
        expect(statement && sealer.digest('image origin', statementText(statement))).toBe(statement?.signature);
        expect(findPacket(file)?.text).toContain('digitalsourcetype/algorithmicMedia');
        // The decoder believes every checksum.
        const image = sharp(file, { failOn: 'warning' });
        expect(await image.metadata()).toMatchObject({ width: 256, height: 128 });
        expect((await image.raw().toBuffer()).length).toBeGreaterThan(0);
        const changed = Buffer.from(file);
        const { start = 0, end = 0 } = findPacket(file) ?? {};
        const at = file.length - end > 60 ? file.length - 40 : start - 40;
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(digestOf(changed)).not.toBe(statement?.digest);
      }),
  );

  test('with a layout becomes the file that is printed, without a word of where it came from', () =>
    withBlobs(async (blobs) => {
      const { blob: source } = await blobs.put(opaque);
      const area = { width: 3, height: 2, bleed: 0.1 };
      const layout = { area, dpi: 200, placement: centred, widthPx: 2048, heightPx: 1024 };
      const made = await makeFormat(blobs, sealer, { ...requestFor('jpg', 640, 440), source, layout }, never);
      const file = await buffer((await blobs.open(made.blob)).stream);
      const found = await read(file).metadata();
      expect(found).toMatchObject({ format: 'jpeg', width: 640, height: 440, density: 200 });
      expect(found.xmp).toBeUndefined();
      expect(file.includes(generationId)).toBe(false);
    }));

  test('whose layout cannot be read is refused', async () => {
    const request = { ...requestFor('jpg', 640, 440), layout: { dpi: 200 } };
    await expect(inFormat(opaque, request)).rejects.toThrow(/area/);
  });

  test('whose original is gone says so', () =>
    withBlobs(async (blobs) => {
      await expect(makeFormat(blobs, sealer, requestFor('webp', 256, 256), never)).rejects.toThrow(BlobMissing);
    }));

  test('that nobody holds any longer leaves nothing', () =>
    withBlobs(async (blobs) => {
      const { blob: source } = await blobs.put(opaque);
      const gone = new AbortController();
      const making = makeFormat(
        blobs,
        sealer,
        { ...requestFor('png', 2048, 1024), source, partId: randomUUID() },
        gone.signal,
      );
      gone.abort(new Error('another makes it'));
      await expect(making).rejects.toThrow('another makes it');
      const stored: string[] = [];
      for await (const { blob } of blobs.list()) stored.push(blob);
      expect(stored).toEqual([source]);
    }));

  test('of what is no image is refused', async () => {
    await expect(inFormat(Buffer.from('once upon a time'), requestFor('png', 8, 8))).rejects.toThrow(
      /unsupported image format/,
    );
  });
});
