import { describe, expect, test } from 'vitest';
import { type LookedAt, colours, distanceOf, LOOK_VALUES, lookOf, seenIn, valuesOf } from './look.policy.ts';

type Rgb = readonly [number, number, number];

/** A picture whose colour is told at each place, from 0 to 1. */
function pictureOf(at: (x: number, y: number) => Rgb, [width, height] = [48, 48]): LookedAt {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(at(x / width, y / height), 3 * (y * width + x));
  }
  return { pixels, channels: 3, width, height };
}
const seen = (at: (x: number, y: number) => Rgb) => seenIn(lookOf(pictureOf(at)));

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
  expect(seen(() => rgb).colours).toEqual([colour]);
});

test('a picture of two colours is found by both, that of which it has more first', () => {
  expect(seen((_, y) => (y < 0.65 ? [40, 90, 200] : [240, 220, 60])).colours).toEqual(['blue', 'yellow']);
});

describe('what looks alike', () => {
  const dusk = pictureOf((_, y) => (y < 0.5 ? [230, 120, 60] : [30, 40, 80]));
  const laterDusk = pictureOf((_, y) => (y < 0.5 ? [215, 105, 60] : [35, 40, 90]));
  const upsideDown = pictureOf((_, y) => (y < 0.5 ? [30, 40, 80] : [230, 120, 60]));
  const meadow = pictureOf(() => [90, 160, 70]);

  const far = (other: LookedAt): number => distanceOf(valuesOf(lookOf(dusk)), valuesOf(lookOf(other)));

  test('is near by palette and composition', () => {
    expect(far(dusk)).toBe(0);
    expect(far(laterDusk)).toBeLessThan(far(upsideDown) / 4);
    expect(far(laterDusk)).toBeLessThan(far(meadow) / 4);
  });

  test('is so whatever the shape of the picture', () => {
    const wide = pictureOf((_, y) => (y < 0.5 ? [230, 120, 60] : [30, 40, 80]), [96, 40]);
    expect(far(wide)).toBeLessThan(far(upsideDown) / 4);
  });
});

test.each<[string, (x: number, y: number) => boolean]>([
  ['blue-yellow-top', (_, y) => y < 0.5],
  ['blue-yellow-bottom', (_, y) => y > 0.5],
  ['blue-yellow-left', (x) => x < 0.5],
  ['blue-yellow-right', (x) => x > 0.5],
  ['blue-yellow-middle', (x, y) => Math.abs(x - 0.5) < 0.25 && Math.abs(y - 0.5) < 0.25],
])('a picture whose light lies there is of the kind %s', (kind, isLight) => {
  expect(seen((x, y) => (isLight(x, y) ? [240, 220, 60] : [40, 60, 150])).kind).toBe(kind);
});

test('a picture of one colour is of a kind without light and dark', () => {
  expect(seen(() => [200, 30, 30]).kind).toBe('red-even');
});

test('a look has a byte for each of its values, which say what is there', () => {
  const look = lookOf(pictureOf(() => [255, 255, 255]));
  expect(look).toMatch(new RegExp(`^[0-9a-f]{${2 * LOOK_VALUES}}$`));
  const values = valuesOf(look);
  expect(Array.from(values.subarray(0, 3))).toEqual([255, 128, 128]);
  expect(values.at(-1)).toBe(255);
  expect(LOOK_VALUES).toBe(48 + colours.length);
});

test('what is transparent lies on white', () => {
  const pixels = new Uint8Array(16 * 16 * 4);
  expect(seenIn(lookOf({ pixels, channels: 4, width: 16, height: 16 })).colours).toEqual(['white']);
});

test('of a picture too narrow for its fields something is told all the same', () => {
  expect(lookOf({ pixels: new Uint8Array([200, 30, 30]), channels: 3, width: 1, height: 1 })).toHaveLength(
    2 * LOOK_VALUES,
  );
});
