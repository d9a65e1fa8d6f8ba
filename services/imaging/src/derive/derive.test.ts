import { seenIn } from '@easel/contracts/generation/look.policy';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { derive, deriveFrom } from './derive.ts';
import { decode, decodeWithin, encode, exifOf, type RawPixels } from './sharp.gateway.ts';

const origin = { Software: 'test', ImageDescription: 'a test' };

/** Blue on the left, orange on the right, so that a mirrored or turned result shows. */
function halves(width: number, height: number, channels: 3 | 4 = 3): RawPixels {
  const pixels = new Uint8ClampedArray(width * height * channels);
  for (let i = 0; i < width * height; i++) {
    const colour = i % width < width / 2 ? [20, 60, 200, 255] : [240, 140, 20, 0];
    for (let c = 0; c < channels; c++) pixels[i * channels + c] = colour[c]!;
  }
  return { pixels, channels, width, height };
}

const pixelAt = ({ pixels, channels, width }: RawPixels, x: number, y: number): number[] => [
  ...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + channels),
];

test.each([
  [
    { width: 2048, height: 1024 },
    { width: 1024, height: 512 },
    { width: 384, height: 192 },
  ],
  [
    { width: 900, height: 1600 },
    { width: 576, height: 1024 },
    { width: 216, height: 384 },
  ],
  // What is open to everybody is smaller than what is sold.
  [
    { width: 1024, height: 1024 },
    { width: 768, height: 768 },
    { width: 384, height: 384 },
  ],
  // Nothing is ever made larger than what it is made of.
  [
    { width: 300, height: 200 },
    { width: 225, height: 150 },
    { width: 225, height: 150 },
  ],
])('an original of %j has a preview of %j and a thumbnail of %j', async (size, preview, thumbnail) => {
  const file = await encode(halves(size.width, size.height), 'png', origin);
  const derived = await deriveFrom(file);
  expect(derived).toMatchObject({ ...size, preview, thumbnail });
  for (const { bytes, ...made } of [derived.preview, derived.thumbnail]) {
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(await decodeWithin(bytes, () => 4096)).toMatchObject(made);
  }
});

test('a preview shows what the original shows', async () => {
  const { preview } = await deriveFrom(await encode(halves(1600, 1600), 'jpg', origin));
  const seen = await decode(preview.bytes);
  expect(pixelAt(seen, 100, 500)[2]).toBeGreaterThan(180);
  expect(pixelAt(seen, 900, 500)[0]).toBeGreaterThan(220);
});

test('a thumbhash tells the shape and the colour', async () => {
  const { thumbhash } = await deriveFrom(await encode(halves(1200, 600), 'png', origin));
  const hash = Buffer.from(thumbhash, 'base64');
  expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(2, 0);
  expect(thumbHashToAverageRGBA(hash)).toMatchObject({ a: 1 });
});

test('a look tells its colours, and where its light is', async () => {
  const { look } = await deriveFrom(await encode(halves(1200, 600), 'png', origin));
  const { colours, kind } = seenIn(look);
  expect([colours.toSorted(), kind]).toEqual([['blue', 'orange'], 'blue-orange-right']);
});

test('transparency goes through to everything but a JPEG, where it is white', async () => {
  const raw = halves(800, 800, 4);
  const derived = await deriveFrom(await encode(raw, 'png', origin));
  for (const { bytes } of [derived.preview, derived.thumbnail]) {
    const seen = await decode(bytes);
    expect(pixelAt(seen, 10, 10)[3]).toBe(255);
    expect(pixelAt(seen, seen.width - 10, 10)[3]).toBe(0);
  }
  expect(thumbHashToAverageRGBA(Buffer.from(derived.thumbhash, 'base64')).a).toBeLessThan(0.8);
  const jpeg = await decode(await encode(raw, 'jpg', origin));
  expect(jpeg.channels).toBe(3);
  expect(Math.min(...pixelAt(jpeg, 790, 400))).toBeGreaterThan(250);
});

test('pixels at hand give what their file gives', async () => {
  const raw = halves(1400, 700);
  const { width: _width, height: _height, ...ofFile } = await deriveFrom(await encode(raw, 'png', origin));
  const ofPixels = await derive(raw);
  expect([ofPixels.thumbhash, ofPixels.look]).toEqual([ofFile.thumbhash, ofFile.look]);
  expect(ofPixels).toMatchObject({ preview: { width: 1024, height: 512 }, thumbnail: { width: 384, height: 192 } });
});

test.each(['png', 'jpg'] as const)('a %s says how it came to be', async (format) => {
  const file = await encode(halves(64, 64), format, { Software: 'procedural', ImageDescription: 'seed 77' });
  const exif = (await exifOf(file)).toString('latin1');
  expect(exif).toContain('procedural');
  expect(exif).toContain('seed 77');
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
const tiff = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(64)]);

test.each<[string, Buffer]>([
  ['an SVG', Buffer.from(svg)],
  ['a TIFF', tiff],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['text', Buffer.from('once upon a time')],
])('%s is refused', async (_, bytes) => {
  await expect(deriveFrom(bytes)).rejects.toThrow(/unsupported image format/);
});

test('half a file is refused', async () => {
  const file = await encode(halves(400, 400), 'jpg', origin);
  await expect(deriveFrom(file.subarray(0, 200))).rejects.toThrow(/premature|corrupt|unsupported/i);
  await expect(deriveFrom(Buffer.alloc(0))).rejects.toThrow(/empty/);
});

test('an image of more pixels than we ever make is refused before it is decoded', async () => {
  // 8000 × 8000 of one colour: a few kilobytes that would be 192 MB.
  const bomb = await encode(
    { pixels: new Uint8Array(8000 * 8000 * 3), channels: 3, width: 8000, height: 8000 },
    'png',
    origin,
  );
  await expect(deriveFrom(bomb)).rejects.toThrow(/pixel limit/);
});
