import { describe, expect, test } from 'vitest';
import type { PictureRequest } from '../brief.ts';
import { composerFor } from '../composers/registry.ts';
import { Random } from '../drawing/random.ts';
import { colourPalettes, palettes } from './palettes.ts';
import { briefOf, paletteFor } from './reading.ts';
import { kinds } from '@easel/contracts/generation/lexicon/kinds';
import { heeded } from '@easel/contracts/generation/lexicon/plain-words';
import { fold, Words } from '@easel/contracts/generation/lexicon/words';

const request = (prompt: string, over: Partial<PictureRequest> = {}): PictureRequest => ({
  prompt,
  negativePrompt: '',
  style: 'auto',
  aspectRatio: 'square_1_1',
  seed: 1,
  transparent: false,
  ...over,
});
const paletteOf = (prompt: string): string => paletteFor(new Words(prompt), new Random('p')).name;
const composerOf = (prompt: string, over: Partial<PictureRequest> = {}): string =>
  composerFor(briefOf(request(prompt, over), { width: 1, height: 1 }), prompt).name;

describe('a palette', () => {
  test('is that of the words', () => {
    expect(paletteOf('neon city')).toBe('neon');
    expect(paletteOf('a desert')).toBe('desert');
  });
  test('takes its sky from the hour and its land from the place', () => {
    expect(paletteOf('sunset in the desert')).toMatch(/^sunset desert/);
  });
  test('follows the word said first', () => {
    expect(paletteOf('dawn after the night')).toBe('dawn');
    expect(paletteOf('night before the dawn')).toBe('night');
  });
  test('takes its inks, and nothing else, from a colour that is named', () => {
    const red = paletteFor(new Words('red forest at dawn'), new Random('p'));
    const plain = paletteFor(new Words('forest at dawn'), new Random('p'));
    expect(red.name).toBe('dawn forest red');
    expect({ ...red, name: '', ground: 0, inks: 0 }).toEqual({ ...plain, name: '', ground: 0, inks: 0 });
    expect(red.inks).not.toEqual(plain.inks);
  });
  test('of the night shows stars', () => {
    expect(paletteFor(new Words('a starry night'), new Random('p')).night).toBe(true);
    expect(paletteFor(new Words('noon'), new Random('p')).night).toBe(false);
  });
});

test('every word that members are told is heeded changes colors', () => {
  const lists = [kinds.paint, kinds.colour].flatMap((kind) => Object.values(kind).flatMap((list) => list.split(' ')));
  const read = new Set([...[...palettes, ...colourPalettes].flatMap(({ words }) => words), ...lists].map(fold));
  expect([...heeded].filter((word) => !read.has(word))).toEqual([]);
});

describe('a composer', () => {
  test('is chosen by the words', () => {
    expect(composerOf('a mountain lake')).toBe('landscape');
    expect(composerOf('abstract flowing ribbons')).toBe('flow');
  });
  test('is the same for every seed of a prompt', () => {
    const chosen = Array.from({ length: 12 }, (_, seed) => composerOf('something nobody drew', { seed }));
    expect(new Set(chosen).size).toBe(1);
  });
});
