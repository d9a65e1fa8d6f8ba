import { colours } from '@easel/contracts/search/policy';
import { rgbaToThumbHash } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { DESCRIPTOR_VALUES, distanceOf, lookOf } from './look.ts';

type Rgb = readonly [number, number, number];

/** The hash of a picture whose colour is told at each place, from 0 to 1. */
function hashOf(at: (x: number, y: number) => Rgb, [width, height] = [48, 48]): string {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set([...at(x / width, y / height), 255], 4 * (y * width + x));
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64');
}
const bytesOf = (hash: string): Uint8Array => Buffer.from(lookOf(hash)?.descriptor ?? '', 'hex');

test.each<[string, Rgb]>([
  ['red', [200, 30, 30]],
  ['orange', [240, 150, 30]],
  ['yellow', [240, 220, 60]],
  ['green', [50, 140, 60]],
  ['teal', [30, 140, 145]],
  ['blue', [40, 90, 200]],
  ['blue', [135, 206, 235]],
  ['purple', [120, 50, 150]],
  ['pink', [245, 170, 190]],
  ['brown', [110, 65, 30]],
  ['black', [10, 10, 12]],
  ['gray', [128, 128, 128]],
  ['white', [245, 245, 245]],
])('a picture that is %s all over is found by that colour and no other: %j', (colour, rgb) => {
  expect(lookOf(hashOf(() => rgb))?.colours).toEqual([colour]);
});

test('a picture of two colours is found by both, that of which it has more first', () => {
  const look = lookOf(hashOf((_, y) => (y < 0.65 ? [40, 90, 200] : [240, 220, 60])));
  expect(look?.colours[0]).toBe('blue');
  expect(look?.colours).toContain('yellow');
});

describe('what looks alike', () => {
  const dusk = hashOf((_, y) => (y < 0.5 ? [230, 120, 60] : [30, 40, 80]));
  const laterDusk = hashOf((_, y) => (y < 0.5 ? [215, 105, 60] : [35, 40, 90]));
  const upsideDown = hashOf((_, y) => (y < 0.5 ? [30, 40, 80] : [230, 120, 60]));
  const meadow = hashOf(() => [90, 160, 70]);

  test('is near by palette and composition', () => {
    const from = (hash: string): number => distanceOf(bytesOf(dusk), bytesOf(hash));
    expect(from(dusk)).toBe(0);
    expect(from(laterDusk)).toBeLessThan(from(upsideDown) / 4);
    expect(from(laterDusk)).toBeLessThan(from(meadow) / 4);
  });

  test('is so whatever the shape of the picture', () => {
    const wide = hashOf((_, y) => (y < 0.5 ? [230, 120, 60] : [30, 40, 80]), [96, 40]);
    expect(distanceOf(bytesOf(dusk), bytesOf(wide))).toBeLessThan(distanceOf(bytesOf(dusk), bytesOf(upsideDown)) / 4);
  });
});

test.each<[string, (x: number, y: number) => boolean]>([
  ['blue-yellow-top', (_, y) => y < 0.5],
  ['blue-yellow-bottom', (_, y) => y > 0.5],
  ['blue-yellow-left', (x) => x < 0.5],
  ['blue-yellow-right', (x) => x > 0.5],
  ['blue-yellow-middle', (x, y) => Math.abs(x - 0.5) < 0.25 && Math.abs(y - 0.5) < 0.25],
])('a picture whose light lies there is of the kind %s', (kind, isLight) => {
  expect(lookOf(hashOf((x, y) => (isLight(x, y) ? [240, 220, 60] : [40, 60, 150])))?.kind).toBe(kind);
});

test('a picture of one colour is of a kind without light and dark', () => {
  expect(lookOf(hashOf(() => [200, 30, 30]))?.kind).toBe('red-even');
});

test('a descriptor has the length that its parts have', () => {
  const bytes = bytesOf(hashOf(() => [1, 2, 3]));
  expect(bytes).toHaveLength(DESCRIPTOR_VALUES);
  expect(DESCRIPTOR_VALUES).toBe(48 + colours.length);
});

test.each(['', 'AA==', '!'])('a hash that says nothing has no look, or one of its own: %j', (hash) => {
  expect(() => lookOf(hash)).not.toThrow();
});
