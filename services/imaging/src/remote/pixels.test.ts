import { exifOf, decode, encode, encodePng, measuresOf, smallWebp, type RawPixels } from '../derive/sharp.gateway.ts';
import { describe, expect, test } from 'vitest';
import { MemoryBlobs } from '../testing/remote-world.ts';
import { finishPicture } from './finish-picture.ts';
import { NotAPicture, type FinishTask } from './pixel-tasks.ts';
import { preparePictures } from './prepare-pictures.ts';
import { smallPreview } from './small-preview.ts';

const never = new AbortController().signal;
const origin = { Software: 'a provider', ImageDescription: 'a red fox' };
type Rgba = readonly [number, number, number, number];
const BLUE: Rgba = [20, 60, 200, 255];
const ORANGE: Rgba = [240, 140, 20, 255];

/** Creates pixels whose left and right halves have different colours. */
function halves(width: number, height: number, left: Rgba = BLUE, right: Rgba = ORANGE): RawPixels {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) pixels.set(i % width < width / 2 ? left : right, i * 4);
  return { pixels, channels: 4, width, height };
}
const pixelAt = ({ pixels, channels, width }: RawPixels, x: number, y: number): number[] => [
  ...pixels.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
];
const read = (blobs: MemoryBlobs, { blob }: { blob: string }): Buffer => blobs.stored.get(blob)!;

describe('finishing a provider’s picture', () => {
  async function finish(bytes: Buffer, over: Partial<FinishTask> = {}) {
    const blobs = new MemoryBlobs();
    const { blob } = await blobs.put(bytes);
    const task: FinishTask = { blob, size: { width: 200, height: 100 }, format: 'png', provider: 'gateway', ...over };
    const finished = await finishPicture(blobs, task, never);
    return { finished, original: read(blobs, finished.original), blobs };
  }

  test('scales it to the delivered size, and crops what exceeds the shape', async () => {
    const { finished, original } = await finish(await encode(halves(300, 300), 'jpg', origin));
    expect(finished).toMatchObject({ enlarged: false, original: { width: 200, height: 100 } });
    const seen = await decode(original);
    expect([seen.width, seen.height]).toEqual([200, 100]);
    expect(pixelAt(seen, 20, 50)[2]).toBeGreaterThan(180);
    expect(pixelAt(seen, 180, 50)[0]).toBeGreaterThan(220);
  });

  test.each([
    [{ width: 100, height: 50 }, true],
    [{ width: 200, height: 90 }, true],
    [{ width: 200, height: 100 }, false],
  ])('marks %j pixels as enlarged: %s', async (size, enlarged) => {
    const { finished, original } = await finish(await encode(halves(size.width, size.height), 'png', origin));
    expect(finished.enlarged).toBe(enlarged);
    expect(await measuresOf(original)).toMatchObject({ width: 200, height: 100 });
  });

  test('writes the provider’s name into the file, and removes the provider’s metadata', async () => {
    const { original } = await finish(await encode(halves(100, 50), 'jpg', origin), { format: 'jpg' });
    const exif = (await exifOf(original)).toString('latin1');
    expect(exif).toContain('{"provider":"gateway","enlarged":true}');
    expect(exif).not.toContain('fox');
    expect(original.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  test('keeps transparency in a PNG, and flattens onto white in a JPEG', async () => {
    const cut = await encodePng(halves(200, 100, [0, 0, 0, 0], ORANGE));
    expect(pixelAt(await decode((await finish(cut)).original), 20, 50)[3]).toBe(0);
    const flat = await decode((await finish(cut, { format: 'jpg' })).original);
    expect(pixelAt(flat, 20, 50).every((value) => value > 250)).toBe(true);
  });

  test('stores smaller sizes, a thumbhash and visual features with it', async () => {
    const { finished, blobs } = await finish(await encode(halves(1024, 512), 'png', origin), {
      size: { width: 1024, height: 512 },
    });
    expect(finished).toMatchObject({ preview: { width: 768, height: 384 }, thumbnail: { width: 384, height: 192 } });
    expect(read(blobs, finished.preview).subarray(8, 12).toString()).toBe('WEBP');
    expect(finished.thumbhash).not.toBe('');
    expect(finished.look).toMatch(/^[0-9a-f]+$/);
  });

  test.each([
    ['HTML', () => Promise.resolve(Buffer.from('<!doctype html><title>Error</title>'))],
    ['SVG', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))],
    ['a GIF', () => Promise.resolve(Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'))],
    ['nothing', () => Promise.resolve(Buffer.alloc(0))],
    ['a truncated PNG', async () => firstHalf(await encodePng(noise(300)))],
    ['a PNG without its end', async () => (await encodePng(halves(300, 300))).subarray(0, -12)],
    ['a WebP without its end', async () => (await smallWebp(await encodePng(noise(300)), 300, 80)).subarray(0, -9)],
    ['a truncated JPEG', async () => firstHalf(await encode(noise(300), 'jpg', origin))],
    ['a single pixel', () => encodePng(halves(1, 1))],
    ['a strip of pixels', () => encodePng(halves(5_000, 10))],
    ['too many pixels', () => encodePng(halves(10_100, 4_000))],
  ])('refuses %s', async (_, make) => {
    await expect(finish(await make()).then(() => 'finished')).rejects.toBeInstanceOf(NotAPicture);
  });
});

const firstHalf = (file: Buffer): Buffer => file.subarray(0, file.length / 2);

/** Creates random pixels, which are hard to compress. */
function noise(side: number): RawPixels {
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let i = 0, state = 7; i < pixels.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    if (i % 4 < 3) pixels[i] = state >> 16;
  }
  return { pixels, channels: 4, width: side, height: side };
}

describe('preparing pictures for a call', () => {
  async function stored(...files: RawPixels[]) {
    const blobs = new MemoryBlobs();
    const names: string[] = [];
    for (const file of files) names.push((await blobs.put(await encodePng(file))).blob);
    return { blobs, names };
  }
  const size = { width: 160, height: 80 };

  test('scales references down, and sends JPEG when there is no transparency', async () => {
    const { blobs, names } = await stored(halves(3_000, 1_500), halves(64, 64, [0, 0, 0, 0]));
    const opaque = await blobs.put(await encode(halves(3_000, 1_500), 'jpg', origin));
    const { references } = await preparePictures(blobs, { references: [opaque.blob, names[1]!], size }, never);
    expect(references.map(({ type }) => type)).toEqual(['image/jpeg', 'image/png']);
    expect(await measuresOf(read(blobs, references[0]!))).toMatchObject({ width: 2048, height: 1024 });
    expect(await measuresOf(read(blobs, references[1]!))).toMatchObject({ width: 64, isTransparent: true });
  });

  test('makes the mask transparent where the member painted, in the requested size', async () => {
    const white: Rgba = [255, 255, 255, 255];
    const black: Rgba = [0, 0, 0, 255];
    const { blobs, names } = await stored(
      halves(320, 160),
      halves(32, 32, white, black),
      halves(32, 32, white, [0, 0, 0, 0]),
    );
    const [source = '', ...masks] = names;
    for (const mask of masks) {
      const task = { references: [], edit: { kind: 'replace' as const, source, mask }, size };
      const { edit } = await preparePictures(blobs, task, never);
      const seen = await decode(blobs.stored.get(edit?.mask ?? '')!);
      expect([seen.width, seen.height]).toEqual([160, 80]);
      expect([pixelAt(seen, 20, 40)[3], pixelAt(seen, 140, 40)[3]]).toEqual([0, 255]);
      const shown = await decode(blobs.stored.get(edit?.source ?? '')!);
      expect(pixelAt(shown, 20, 40)).toEqual([...BLUE]);
    }
  });

  test.each([
    ['another shape', { width: 80, height: 80 }, [10, 75], [79, 40]],
    ['its own shape', { width: 320, height: 160 }, [10, 40], [81, 40]],
  ])(
    'makes the mask transparent around a picture that is extended into %s',
    async (_, own, [x = 0, y = 0], [inX = 0, inY = 0]) => {
      const { blobs, names } = await stored(halves(own.width, own.height));
      const task = { references: [], edit: { kind: 'extend' as const, source: names[0]! }, size };
      const { edit } = await preparePictures(blobs, task, never);
      const mask = await decode(blobs.stored.get(edit?.mask ?? '')!);
      const source = await decode(blobs.stored.get(edit?.source ?? '')!);
      for (const image of [mask, source]) {
        expect([image.width, image.height]).toEqual([160, 80]);
        expect([pixelAt(image, x, y)[3], pixelAt(image, inX, inY)[3]]).toEqual([0, 255]);
      }
    },
  );
});

test('makes a preview small enough for the bus from a large, detailed picture', async () => {
  const blobs = new MemoryBlobs();
  for (const picture of [halves(1_024, 1_024), noise(1_024)]) {
    const { blob } = await blobs.put(await encodePng(picture));
    const text = await smallPreview(blobs, blob, never);
    const file = Buffer.from(text ?? '', 'base64');
    expect(file.subarray(8, 12).toString()).toBe('WEBP');
    expect(text?.length).toBeLessThanOrEqual(4_096);
    expect((await measuresOf(file)).width).toBeGreaterThanOrEqual(96);
  }
});
