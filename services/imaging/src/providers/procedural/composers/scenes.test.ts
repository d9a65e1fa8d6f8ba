import { createHash } from 'node:crypto';
import { sizeOf, styles, type AspectRatio } from '@easel/contracts/generation/policy';
import { rotating } from '@easel/kernel/testing/runs';
import { describe, expect, test } from 'vitest';
import type { Brief, PictureRequest } from '../brief.ts';
import type { Composer } from '../composer.ts';
import { kinds } from '@easel/contracts/generation/lexicon/kinds';
import { briefOf } from '../lexicon/reading.ts';
import type { Asked } from '@easel/contracts/generation/lexicon/asked';
import { affinityOf } from '@easel/contracts/generation/lexicon/strength';
import { draw, type Picture } from '../picture.ts';
import { animal } from './animal/animal.ts';
import { beastOf } from './animal/beasts.ts';
import { city } from './city/city.ts';
import { portrait } from './portrait/portrait.ts';
import { sea } from './sea/sea.ts';
import { space } from './space/space.ts';

const request = (prompt: string, over: Partial<PictureRequest> = {}): PictureRequest => ({
  prompt,
  negativePrompt: '',
  style: 'auto',
  aspectRatio: 'square_1_1',
  seed: 1,
  transparent: false,
  ...over,
});
const askedOf = (brief: Brief): Asked => ({ ...brief, words: brief.words.raw });
const small = { width: 240, height: 240 };
const hashOf = ({ pixels }: Picture): string => createHash('sha256').update(pixels).digest('hex');

/** The picture seen from so far that it is thirty squares across: the mean of each. */
function seen({ pixels, size, channels }: Picture): Float64Array {
  const squares = 30;
  const side = size.width / squares;
  const means = new Float64Array(squares * squares * 3);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const square = Math.floor(y / side) * squares + Math.floor(x / side);
      for (let c = 0; c < 3; c++)
        means[square * 3 + c]! += pixels[(y * size.width + x) * channels + c]! / (side * side);
    }
  }
  return means;
}
const difference = (a: Picture, b: Picture): number => {
  const [one, other] = [seen(a), seen(b)];
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
};

/** Each way of drawing that there is, by the composer that must be chosen for it. */
const scenes: readonly (readonly [composer: string, prompt: string])[] = [
  ['sea', 'stormy ocean waves'],
  ['sea', 'sailboat at sunset'],
  ['sea', 'lighthouse by the sea at night'],
  ['sea', 'tropical beach'],
  ['sea', 'coral reef underwater'],
  ['sea', 'an ocean, glowing, underwater'],
  ['city', 'tokyo street in the rain'],
  ['city', 'skyline at dusk with a bridge'],
  ['city', 'city rooftop at dawn'],
  ['city', 'a modern house'],
  ['space', 'saturn and its rings, a planet'],
  ['space', 'spiral galaxy'],
  ['space', 'nebula'],
  ['space', 'astronaut on mars'],
  ['space', 'rocket'],
  ['portrait', 'portrait of a woman'],
  ['portrait', 'double exposure portrait of a man'],
  ['portrait', 'queen of the universe, portrait'],
  ['portrait', 'warrior at sunset'],
  ['animal', 'wolf howling'],
  ['animal', 'owl at night'],
  ['animal', 'cat at dusk'],
  ['animal', 'eagle'],
  ['animal', 'whale'],
  ['animal', 'butterfly'],
  ['animal', 'koi'],
  ['animal', 'jellyfish'],
  ['animal', 'dragon'],
  ['picturebook', 'coffee'],
  ['picturebook', 'castle'],
  ['picturebook', 'witch'],
  ['picturebook', 'octopus'],
  ['picturebook', 'taxi'],
];

/** Composing takes a fifth of a second, so each scene is tried in one way, and in both where TEST_RUNS is 2. */
const waysToTry = rotating(['again', 'in another size'], 2);

describe.each(scenes.map((scene) => [...scene, waysToTry()] as const))('%s: %s', (composer, prompt, ways) => {
  const first = draw(request(prompt), small);

  test('is drawn by its composer', () => {
    expect(first.composer).toBe(composer);
  });

  test.runIf(ways.includes('again'))('is the same every time', () => {
    expect(hashOf(draw(request(prompt), small))).toBe(hashOf(first));
  });

  test.runIf(ways.includes('in another size'))(
    'is the same composition at twice the size, another with another seed',
    () => {
      expect(difference(draw(request(prompt), { width: 480, height: 480 }), first)).toBeLessThan(4);
      expect(difference(draw(request(prompt, { seed: 2 }), small), first)).toBeGreaterThan(5);
    },
  );

  test('has light and dark', () => {
    const greens = first.pixels.filter((_, i) => i % 3 === 1).sort();
    expect(greens[Math.floor(greens.length * 0.985)]! - greens[Math.floor(greens.length * 0.02)]!).toBeGreaterThan(40);
  });
});

describe('a style', () => {
  const hashes = new Map<string, string>();
  const plain = (prompt: string): string => {
    const hash = hashes.get(prompt) ?? hashOf(draw(request(prompt), small));
    hashes.set(prompt, hash);
    return hash;
  };
  const anyPrompt = rotating(['portrait of a woman', 'wolf', 'city skyline', 'planet', 'ocean waves'], 2);

  test.each(styles.filter((style) => style !== 'auto'))('%s changes the treatment', (style) => {
    for (const prompt of anyPrompt()) expect(hashOf(draw(request(prompt, { style }), small))).not.toBe(plain(prompt));
  });
});

const anyScene = rotating(['ocean waves', 'city skyline', 'astronaut', 'woman', 'fox', 'beach', 'tokyo street'], 2);

test.each(['ultrawide_21_9', 'ultratall_9_21'] as const)(
  '%s is filled to its last pixel',
  (aspectRatio: AspectRatio) => {
    const size = sizeOf(aspectRatio, '1k');
    for (const prompt of anyScene()) {
      const { pixels } = draw(request(prompt, { aspectRatio }), size);
      const dark = (x: number, y: number): boolean => [0, 1, 2].every((c) => pixels[(y * size.width + x) * 3 + c]! < 2);
      expect(Array.from({ length: size.width }, (_, x) => dark(x, size.height - 1)).every(Boolean)).toBe(false);
      expect(Array.from({ length: size.height }, (_, y) => dark(size.width - 1, y)).every(Boolean)).toBe(false);
    }
  },
);

test.each(['wolf', 'cat', 'owl', 'eagle', 'whale', 'butterfly', 'portrait of a queen', 'saturn', 'galaxy', 'rocket'])(
  '%s as a design for cloth lies on nothing',
  (prompt) => {
    const { pixels, channels } = draw(request(prompt, { transparent: true }), small);
    expect(channels).toBe(4);
    const alpha = (x: number, y: number): number => pixels[(y * small.width + x) * 4 + 3]!;
    expect([alpha(0, 0), alpha(239, 0), alpha(0, 239), alpha(239, 239)]).toEqual([0, 0, 0, 0]);
    const covered = pixels.filter((value, i) => i % 4 === 3 && value > 128).length / (small.width * small.height);
    expect(covered).toBeGreaterThan(0.02);
    expect(covered).toBeLessThan(0.85);
  },
);

test('affinity follows the words, and what is not wanted counts for nothing', () => {
  const affinity = ({ name }: Composer, prompt: string, negativePrompt = ''): number =>
    affinityOf(name, askedOf(briefOf(request(prompt, { negativePrompt }), { width: 1, height: 1 })));
  const own: readonly [Composer, string][] = [
    [sea, 'lighthouse'],
    [city, 'skyscraper'],
    [space, 'galaxy'],
    [portrait, 'knight'],
    [animal, 'fox'],
  ];
  for (const [, word] of own)
    expect(own.filter(([other]) => affinity(other, word) > 0)).toEqual(own.filter(([, its]) => its === word));
  expect(affinity(animal, 'a wolf in a wood', 'wolf')).toBe(0);
});

test('the animal that is named first is drawn', () => {
  const named = (prompt: string): string => beastOf(briefOf(request(prompt), { width: 1, height: 1 })).name;
  expect(named('a fox and an owl')).toBe('fox');
  expect(named('an owl and a fox')).toBe('owl');
  for (const [name, words] of Object.entries(kinds.animal))
    for (const word of words.split(' ').filter((one) => one !== '|')) expect(named(word)).toBe(name);
});
