import { createHash } from 'node:crypto';
import { aspectRatioKeys, sizeOf, styles, type AspectRatio, type Size } from '@easel/contracts/generation/policy';
import { rotating } from '@easel/kernel/testing/runs';
import { describe, expect, test } from 'vitest';
import type { PictureRequest } from './brief.ts';
import { draw, type Picture } from './picture.ts';

const request = (over: Partial<PictureRequest> = {}): PictureRequest => ({
  prompt: 'sunset over a mountain lake',
  negativePrompt: '',
  style: 'auto',
  aspectRatio: 'square_1_1',
  seed: 1,
  transparent: false,
  ...over,
});
const small: Size = { width: 240, height: 240 };
/** Composing costs the same at every size: what several tests look at is drawn once. */
const drawn = new Map<string, Picture>();
function once(over: Partial<PictureRequest>): Picture {
  const key = JSON.stringify(over);
  const picture = drawn.get(key) ?? draw(request(over), small);
  drawn.set(key, picture);
  return picture;
}
const hashOf = ({ pixels }: Picture): string => createHash('sha256').update(pixels).digest('hex');

/** One prompt for each way of drawing that there is. */
const prompts = [
  'sunset over a mountain lake',
  'misty pine forest at dawn',
  'desert dunes',
  'meadow of wildflowers with a tree',
  'aurora, starry night',
  'abstract ribbons',
  'silk veil of light',
  'pastel silk',
  'gold marble liquid',
  'bouquet of roses and lilies',
  'dark moody wildflower garden',
  'pressed fern herbarium',
  'watercolour tulips',
  'wreath of hydrangea and eucalyptus',
  'red toadstool mushrooms',
  'succulent',
  'bauhaus circle composition',
  'swiss grid poster',
  'art deco sunburst, gold',
  'scandinavian geometric totem',
  'minimal geometric sphere',
  'geometric boho arches',
  'seigaiha pattern',
  'psychedelic wave pattern',
  'terrazzo pattern',
  'moroccan tiles',
  'leaf pattern',
  'kilim stripe pattern',
  'tartan pattern',
  'herringbone pattern',
  'mountain badge "stay wild"',
  'royal crest of a sun',
  'poster that says "less but better"',
  'colorful block poster "good things take time"',
  'elegant serif quote "be here now"',
  'swiss poster "quiet rooms"',
  'rave poster "dance"',
];

/** Composing takes a fifth of a second, so each prompt is tried in one way, and in every way where TEST_RUNS is 3. */
const waysToTry = rotating(['again', 'in another size', 'on cloth'], 3);

describe.each(prompts.map((prompt) => [prompt, waysToTry()] as const))('%s', (prompt, ways) => {
  test.runIf(ways.includes('again'))('is the same picture every time', () => {
    expect(hashOf(draw(request({ prompt }), small))).toBe(hashOf(once({ prompt })));
  });

  test.runIf(ways.includes('in another size'))('is another with another seed', () => {
    expect(hashOf(once({ prompt, seed: 2 }))).not.toBe(hashOf(once({ prompt })));
  });

  test.runIf(ways.includes('in another size'))('is the same composition at twice the size', () => {
    const large = draw(request({ prompt }), { width: 480, height: 480 });
    expect(differenceOf(halved(large), once({ prompt }))).toBeLessThan(6);
    // What a different picture differs by, so that the bound above says something.
    expect(differenceOf(once({ prompt, seed: 2 }), once({ prompt }))).toBeGreaterThan(9);
  });

  test('has light and dark, and is of more than one colour', () => {
    const { pixels } = once({ prompt });
    const greys = Array.from({ length: pixels.length / 3 }, (_, i) => pixels[3 * i + 1]!).sort((a, b) => a - b);
    const spread = greys[Math.floor(greys.length * 0.98)]! - greys[Math.floor(greys.length * 0.02)]!;
    expect(spread).toBeGreaterThan(40);
  });

  test.runIf(ways.includes('on cloth'))('as a design for cloth lies on nothing', () => {
    const picture = draw(request({ prompt, transparent: true }), small);
    expect(picture.channels).toBe(4);
    const alpha = (x: number, y: number): number => picture.pixels[(y * small.width + x) * 4 + 3]!;
    for (const [x, y] of [
      [0, 0],
      [239, 0],
      [0, 239],
      [239, 239],
    ] as const)
      expect(alpha(x, y)).toBe(0);
    const covered = Array.from({ length: 240 * 240 }, (_, i) => picture.pixels[4 * i + 3]!).filter(
      (a) => a > 128,
    ).length;
    expect(covered / (240 * 240)).toBeGreaterThan(0.08);
    expect(covered / (240 * 240)).toBeLessThan(0.85);
  });
});

const anyPrompt = rotating(
  ['sunset sea', 'liquid marble', 'roses', 'geometric grid', 'scallop pattern', 'poster "hello"'],
  3,
);

test.each(aspectRatioKeys)('%s at 1K is covered to its last row and column', (aspectRatio) => {
  const size = sizeOf(aspectRatio, '1k');
  for (const prompt of anyPrompt()) {
    const { pixels, channels } = draw(request({ prompt, aspectRatio }), size);
    expect(channels).toBe(3);
    expect(pixels.length).toBe(size.width * size.height * 3);
    const dark = (x: number, y: number): boolean => [0, 1, 2].every((c) => pixels[(y * size.width + x) * 3 + c]! < 4);
    // An unpainted row or column is black from end to end.
    const last = { x: size.width - 1, y: size.height - 1 };
    expect(Array.from({ length: size.width }, (_, x) => dark(x, last.y)).every(Boolean)).toBe(false);
    expect(Array.from({ length: size.height }, (_, y) => dark(last.x, y)).every(Boolean)).toBe(false);
  }
});

test('bands leave no trace: a large picture drawn in many equals a small one drawn in one', () => {
  // 1.6 million pixels take two bands; where they meet no row may stand out from its neighbours.
  const size = { width: 1264, height: 1264 };
  const { pixels } = draw(request({ prompt: 'liquid marble' }), size);
  const steps = Array.from({ length: size.height - 1 }, (_, y) => {
    let sum = 0;
    for (let x = 0; x < size.width; x++) {
      const at = (y * size.width + x) * 3 + 1;
      sum += Math.abs(pixels[at]! - pixels[at + size.width * 3]!);
    }
    return sum / size.width;
  });
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.5)]!;
  expect(Math.max(...steps)).toBeLessThan(usual * 3);
});

test('style and ratio are part of the picture', () => {
  const plain = hashOf(draw(request(), small));
  expect(hashOf(draw(request({ style: 'cinematic' }), small))).not.toBe(plain);
  const wide: AspectRatio = 'widescreen_16_9';
  expect(draw(request({ aspectRatio: wide }), { width: 320, height: 180 }).size).toEqual({ width: 320, height: 180 });
});

test('case and spaces around a prompt change nothing', () => {
  expect(hashOf(draw(request({ prompt: '  Sunset over a Mountain LAKE ' }), small))).toBe(
    hashOf(draw(request(), small)),
  );
});

test.each(['', '🎨', 'qwertz', 'a'.repeat(4000), '<script>', 'رسم جبل', 'toString constructor __proto__'])(
  'a prompt that says nothing we know is drawn all the same: %j',
  (prompt) => {
    expect(draw(request({ prompt }), { width: 64, height: 64 }).pixels.length).toBe(64 * 64 * 3);
  },
);

test('what is not wanted is left out', () => {
  const clouded = draw(request({ prompt: 'cloudy sky over hills' }), small);
  const clear = draw(request({ prompt: 'cloudy sky over hills', negativePrompt: 'clouds' }), small);
  expect(hashOf(clouded)).not.toBe(hashOf(clear));
});

test('drawing tells how far it is, up to the end', () => {
  const heard: number[] = [];
  draw(request({ prompt: 'terrazzo pattern' }), { width: 2000, height: 2000 }, (drawn) => heard.push(drawn));
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
  expect(heard.length).toBeGreaterThan(3);
  expect(heard.at(-1)).toBe(1);
});

const styled = rotating(
  ['roses', 'bauhaus circle', 'seigaiha pattern', 'crest "north"', 'poster that says "hello"'],
  2,
);

test.each(styled())('each style makes another picture of %j', (prompt) => {
  const hashes = new Set(styles.map((style) => hashOf(draw(request({ prompt, style }), { width: 96, height: 96 }))));
  expect(hashes.size).toBe(styles.length);
});

describe.each(['"stay wild" mountain', 'surf the wave', 'sunflower emblem', 'moon crest'])(
  'an emblem of %j on cloth',
  (prompt) => {
    const size = { width: 512, height: 512 };
    const { pixels, composer } = draw(request({ prompt, transparent: true }), size);
    const alphas = Array.from({ length: size.width * size.height }, (_, i) => pixels[4 * i + 3]!);

    test('is one, and has nothing at its borders', () => {
      expect(composer).toBe('emblem');
      for (let n = 0; n < size.width; n++)
        for (const at of [n, (size.height - 1) * size.width + n, n * size.width, n * size.width + size.width - 1])
          expect(alphas[at]).toBe(0);
    });

    test('has a clean edge: what is half there is a line, not a haze', () => {
      const covered = alphas.filter((alpha) => alpha > 250).length;
      const half = alphas.filter((alpha) => alpha > 8 && alpha < 247).length;
      expect(covered / alphas.length).toBeGreaterThan(0.1);
      expect(half / covered).toBeLessThan(0.6);
    });

    test('keeps its colour where its edge is thin', () => {
      // Colour multiplied by alpha twice would be black there.
      const edge = alphas.flatMap((alpha, i) => (alpha > 40 && alpha < 120 ? [i] : []));
      const light = edge.filter((i) => pixels[4 * i]! + pixels[4 * i + 1]! + pixels[4 * i + 2]! > 90).length;
      expect(light / edge.length).toBeGreaterThan(0.15);
    });
  },
);

/** Four pixels to one, as light adds up: display values are about its root. */
function halved({ pixels, size }: Picture): Picture {
  const width = size.width / 2;
  const height = size.height / 2;
  const out = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const at = (2 * y * size.width + 2 * x) * 3 + c;
        const below = at + size.width * 3;
        const light = [at, at + 3, below, below + 3].reduce((sum, i) => sum + pixels[i]! ** 2.2, 0);
        out[(y * width + x) * 3 + c] = (light / 4) ** (1 / 2.2);
      }
    }
  }
  return { pixels: out, channels: 3, size: { width, height }, composer: '' };
}

/** Mean difference of two pictures, seen from so far that grain and edges blur: of blocks of 8 by 8, in 255ths. */
function differenceOf(a: Picture, b: Picture): number {
  const { width, height } = a.size;
  let sum = 0;
  let blocks = 0;
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let c = 0; c < 3; c++) {
        let difference = 0;
        for (let y = top; y < top + 8; y++) {
          for (let x = left; x < left + 8; x++) {
            const at = (y * width + x) * 3 + c;
            difference += a.pixels[at]! - b.pixels[at]!;
          }
        }
        sum += Math.abs(difference / 64);
        blocks++;
      }
    }
  }
  return sum / blocks;
}
