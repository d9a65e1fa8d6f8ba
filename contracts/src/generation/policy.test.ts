import { expect, test } from 'vitest';
import {
  aspectRatioKeys,
  aspectRatioOf,
  nearestRatio,
  priceTenths,
  resolutions,
  SEED_MAX,
  seedOfImage,
  sizeOf,
} from './policy.ts';

test('both spellings of a ratio are one key', () => {
  expect(aspectRatioOf('16:9')).toBe('widescreen_16_9');
  expect(aspectRatioOf('widescreen_16_9')).toBe('widescreen_16_9');
  expect(aspectRatioOf('9:21')).toBe('ultratall_9_21');
  expect(aspectRatioOf('7:5')).toBeUndefined();
});

test('pixels choose the ratio that is nearest in shape', () => {
  expect(nearestRatio({ width: 1920, height: 1080 })).toBe('widescreen_16_9');
  expect(nearestRatio({ width: 1366, height: 768 })).toBe('widescreen_16_9');
  expect(nearestRatio({ width: 1000, height: 1010 })).toBe('square_1_1');
  expect(nearestRatio({ width: 1080, height: 1350 })).toBe('social_post_4_5');
  expect(nearestRatio({ width: 16_384, height: 1 })).toBe('ultrawide_21_9');
  expect(nearestRatio({ width: 1, height: 16_384 })).toBe('ultratall_9_21');
  for (const ratio of aspectRatioKeys) {
    for (const resolution of resolutions) expect(nearestRatio(sizeOf(ratio, resolution))).toBe(ratio);
  }
});

test('the long side is the resolution’s, a square is its square, and no side is odd', () => {
  expect(sizeOf('square_1_1', '4k')).toEqual({ width: 3840, height: 3840 });
  expect(sizeOf('widescreen_16_9', '4k')).toEqual({ width: 3840, height: 2160 });
  expect(sizeOf('social_story_9_16', '2k')).toEqual({ width: 1152, height: 2048 });
  for (const ratio of aspectRatioKeys) {
    const { width, height } = sizeOf(ratio, '1k');
    expect([Math.max(width, height), width % 2, height % 2]).toEqual([1024, 0, 0]);
  }
});

test('n images cost n times one: 1K 5, 2K 10, 4K 20 credits', () => {
  expect([priceTenths('1k', 1), priceTenths('2k', 1), priceTenths('4k', 1)]).toEqual([50, 100, 200]);
  expect(priceTenths('2k', 8)).toBe(800);
});

test('gives every image of a generation a seed that can be asked for again', () => {
  expect([0, 1, 7].map((index) => seedOfImage(41, index))).toEqual([41, 42, 48]);
  expect([0, 1, 7].map((index) => seedOfImage(SEED_MAX, index))).toEqual([SEED_MAX, 0, 6]);
});
