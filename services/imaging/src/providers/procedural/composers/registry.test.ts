import { describe, expect, test } from 'vitest';
import type { PictureRequest } from '../brief.ts';
import { briefOf } from '../lexicon/reading.ts';
import { composerFor, composers } from './registry.ts';

const composerOf = (prompt: string, over: Partial<PictureRequest> = {}): string =>
  composerFor(
    briefOf(
      { prompt, negativePrompt: '', style: 'auto', aspectRatio: 'square_1_1', seed: 1, transparent: false, ...over },
      { width: 1, height: 1 },
    ),
    prompt,
  ).name;

const expected: Readonly<Record<string, readonly string[]>> = {
  landscape: [
    'misty mountains at dawn',
    'a mountain lake',
    'sunset over a desert canyon',
    'autumn forest with a river in morning light',
    'aurora over a frozen valley',
    'a lonely tree in a golden meadow',
    'snowy alps, cinematic, dramatic light',
    'rolling hills of tuscany in summer',
  ],
  flow: [
    'abstract flowing ribbons',
    'silk veil of light',
    'gold marble liquid',
    'swirling smoke, violet and teal',
    'abstract fluid gradient background',
  ],
  sea: [
    'stormy sea with a lighthouse',
    'sailboat on a calm ocean at sunset',
    'tropical beach with palm trees',
    'waves off the coast',
  ],
  city: [
    'neon city in rain',
    'cyberpunk street at night',
    'paris skyline at dusk',
    'modern villa architecture, concrete and glass',
  ],
  space: [
    'a ringed planet and two moons in deep space',
    'spiral galaxy',
    'astronaut looking at a nebula',
    'saturn over an icy comet',
  ],
  portrait: [
    'portrait of a woman with flowers in her hair',
    'an old man with a beard, studio light',
    'a knight in armor',
    'girl in profile at sunset',
  ],
  animal: [
    'a wolf howling on a snowy mountain',
    'red fox in a forest',
    'an owl under the moon',
    'deer in a misty meadow',
    'a horse galloping on the beach',
    'cat on a rooftop in the city',
  ],
  botanical: [
    'watercolour roses',
    'pressed fern on paper',
    'a bouquet of peonies',
    'monstera leaves',
    'dark moody floral still life',
    'sunflowers in the summer sun',
    'red mushrooms in a mossy forest',
    'lavender sprigs, vintage illustration',
    'wreath of eucalyptus leaves',
  ],
  geometric: [
    'bauhaus composition with circles',
    'art deco sunburst, gold and black',
    'mid-century geometric shapes',
    'mid-century totem',
    'swiss style poster with a red circle',
    'minimal geometric poster of a mountain',
    'suprematist triangle and square',
  ],
  pattern: [
    'seamless seigaiha pattern',
    'leaf pattern for wallpaper',
    'terrazzo texture',
    'moroccan tiles in blue',
    'herringbone textile',
    'repeating pattern of roses',
    'polka dot fabric',
  ],
  emblem: [
    'mountain badge logo',
    'vintage surf club emblem',
    'heraldic crest with a sun',
    'camping patch with pine trees',
  ],
  picturebook: [
    'a cup of coffee, product shot',
    'an astronaut riding a horse',
    'great wave off the coast',
    'a vintage red sports car on a coastal road',
    'a friendly robot watering plants',
    'a teddy bear on a bed',
    'a castle on a cliff',
  ],
  typographic: [
    "poster that says 'less but better'",
    'typography poster "stay hungry, stay foolish"',
    '“The sea is calm tonight” over waves',
    'motivational quote about mountains',
    'lettering of the word hello in warm colours',
    'a poster saying carpe diem',
  ],
};

describe.each(Object.entries(expected))('%s', (name, prompts) => {
  test('is one of the composers', () => {
    expect(composers.map((one) => one.name)).toContain(name);
  });
  test.each(prompts)('draws %j', (prompt) => {
    expect(composerOf(prompt)).toBe(name);
  });
});

test('what is not wanted is not chosen', () => {
  expect(composerOf('roses before mountains', { negativePrompt: 'roses' })).toBe('landscape');
});

describe('a design for cloth', () => {
  test.each(['mountains and pines', 'surf the wave', '"stay wild"', 'city skyline at night'])(
    'of %j is an emblem',
    (prompt) => {
      expect(composerOf(prompt, { transparent: true })).toBe('emblem');
    },
  );
  test.each([
    ['a bouquet of roses', 'botanical'],
    ['a howling wolf', 'animal'],
    ['abstract silk', 'flow'],
    ['portrait of a queen', 'portrait'],
  ])('of %j is that thing by itself', (prompt, name) => {
    expect(composerOf(prompt, { transparent: true })).toBe(name);
  });
});

describe('words that nobody knows', () => {
  const unknown = Array.from({ length: 60 }, (_, n) => `zorblax number ${n}`);
  const chosen = unknown.map((prompt) => composerOf(prompt));
  test('become abstract compositions, never a lake', () => {
    expect(new Set(chosen)).toEqual(new Set(['flow', 'geometric']));
    expect(['flow', 'geometric']).toContain(composerOf('something nobody drew', { transparent: true }));
    expect(['flow', 'geometric']).toContain(composerOf('', { transparent: true }));
  });
  test('of mood and hour alone do so, too', () => {
    for (const prompt of [
      'beautiful cinematic light',
      'a frobnicator, dramatic, in warm colours',
      'misty, calm, serene',
    ])
      expect(['flow', 'geometric']).toContain(composerOf(prompt));
  });
  test('fall to the same one for every seed', () => {
    for (let seed = 2; seed < 6; seed++) expect(unknown.map((prompt) => composerOf(prompt, { seed }))).toEqual(chosen);
  });
});

describe('words that were asked for apart from the prompt', () => {
  test('stand over what the prompt shows', () => {
    expect(composerOf('a red fox', { lettering: 'Stay wild' })).toBe('animal');
    expect(composerOf('poster "Jazz night in Berlin"', { lettering: 'Jazz night in Berlin' })).not.toBe('typographic');
  });
  test('are the picture where it shows nothing', () => {
    expect(composerOf('a grand frobnication', { lettering: 'Come in' })).toBe('typographic');
  });
  test('removed, leave no quotation behind', () => {
    expect(composerOf('a red fox "Stay wild"', { lettering: '' })).toBe('animal');
  });
});
