import type { Generation } from '@easel/contracts/generation/http';
import { describe, expect, test } from 'vitest';
import { askedAs, detailsOf, ownWordsOf, seedOf } from './image-details.ts';

const metadata = {
  resolution: '1k',
  aspect_ratio: 'square_1_1',
  model_type: 'realism',
  engine_type: 'automatic',
  style: 'auto',
  processing_time: null,
  file_format: 'png',
  provider: 'procedural',
};

test('an image of one’s own has the seed it was drawn by, also where it was added later', () => {
  const variants = [{ seed: 7 }, { seed: 8 }, { seed: 90210 }];
  const generation = { metadata: { ...metadata, seed: 7 }, variants } as Generation;
  expect([0, 1, 2].map((variantIndex) => seedOf(generation, variantIndex))).toEqual([7, 8, 90210]);
  expect(detailsOf(generation, 2)).toContainEqual(['Seed', '90210']);
});

test('of images of others no seed is said but that of the first', () => {
  const generation = { metadata: { ...metadata, seed: 7 }, variants: [{}, {}] } as Generation;
  expect([0, 1].map((variantIndex) => seedOf(generation, variantIndex))).toEqual([7, undefined]);
});

describe('an image of another provider', () => {
  const generation = {
    metadata: { ...metadata, provider: 'flux', references: 2, seed: 7 },
    variants: [{ seed: 7, enlarged: true }],
  } as Generation;
  const maker = { label: 'FLUX.2', seeds: true, ignored: { engine: 'FLUX.2 has no such setting' } };

  test('names its provider as members read it, or by its name', () => {
    expect(detailsOf(generation, 0, maker)).toContainEqual(['Made by', 'FLUX.2']);
    expect(detailsOf(generation, 0)).toContainEqual(['Made by', 'flux']);
    const builtIn = { ...generation, metadata: { ...metadata, provider: 'procedural' } } as Generation;
    expect(detailsOf(builtIn, 0)).toContainEqual(['Made by', 'The built-in renderer']);
  });

  test('says what was sent along and that it was enlarged', () => {
    expect(detailsOf(generation, 0)).toEqual(
      expect.arrayContaining([
        ['Sent along', '2 pictures'],
        ['Enlarged', 'It was made smaller, and enlarged'],
      ]),
    );
  });

  test('has a seed only where its provider has seeds, and leaves out what its provider ignored', () => {
    const namesOf = (known?: Parameters<typeof detailsOf>[2]) => detailsOf(generation, 0, known).map(([name]) => name);
    expect(namesOf(maker)).toContain('Seed');
    expect(namesOf(maker)).not.toContain('Engine');
    expect(namesOf({ ...maker, seeds: false })).not.toContain('Seed');
    expect(namesOf()).not.toContain('Seed');
  });

  test('that was added to those of the built-in renderer has a provider of its own', () => {
    const added = {
      original_prompt: 'A fox',
      metadata,
      variants: [{ seed: 7 }, { seed: 9, provider: 'flux', references: 1 }],
    } as Generation;
    expect(askedAs(added, 1).metadata).toMatchObject({ provider: 'flux', references: 1 });
    expect(detailsOf(added, 0)).toContainEqual(['Made by', 'The built-in renderer']);
    expect(detailsOf(added, 1)).toEqual(
      expect.arrayContaining([
        ['Made by', 'flux'],
        ['Sent along', 'a picture'],
      ]),
    );
  });
});

describe('a later variant', () => {
  const generation = {
    original_prompt: 'A fox',
    metadata: { ...metadata, seed: 7, processing_time: 2400, image_dimensions: { width: 1024, height: 1024 } },
    variants: [
      { seed: 7, width: 1024, height: 1024 },
      { seed: 9, width: 3840, height: 3840, prompt: 'A fox at night', resolution: '4k' },
    ],
  } as Generation;

  test('that was asked for otherwise is told of by its own words', () => {
    const asked = askedAs(generation, 1);
    expect(asked.original_prompt).toBe('A fox at night');
    expect(asked.metadata).toMatchObject({ resolution: '4k', seed: 9 });
    const details = detailsOf(generation, 1);
    expect(details).toContainEqual(['Resolution', '4K']);
    expect(details).toContainEqual(['Dimensions', '3840 × 3840 px']);
    expect(details).not.toContainEqual(['Processing time', '2.4 s']);
  });

  test('leaves those that it stands with as they were', () => {
    expect(askedAs(generation, 0)).toEqual(generation);
    expect(generation.variants.map(ownWordsOf)).toEqual([null, 'A fox at night · 4K']);
  });
});
