import type { Generation } from '@easel/contracts/generation/http';
import { describe, expect, test } from 'vitest';
import { detailsOf } from './details-of.ts';
import { askedAs, ownWordsOf, seedOf } from './image-details.ts';

const metadata = {
  resolution: '1k',
  aspect_ratio: 'square_1_1',
  model_type: 'realism',
  engine_type: 'automatic',
  style: 'auto',
  processing_time: null,
  file_format: 'png',
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

  test('that another provider made says so', () => {
    const variants = [{ seed: 7 }, { seed: 9, provider: 'flux', references: 1 }];
    const added = { ...generation, metadata: { ...metadata, provider: 'procedural' }, variants } as Generation;
    expect(askedAs(added, 0).metadata.provider).toBe('procedural');
    expect(askedAs(added, 1).metadata).toMatchObject({ provider: 'flux', references: 1 });
    expect(detailsOf(added, 1)).toContainEqual(['Reference pictures', '1']);
    expect(detailsOf(added, 0).map(([name]) => name)).not.toContain('Reference pictures');
  });

  test('whose part was replaced keeps the whole prompt, and names the part and the image', () => {
    const edit = { kind: 'replace', variant_id: 'one' } as const;
    const variants = [{ id: 'one' }, { id: 'two', seed: 9, prompt: 'A balloon', edit }];
    const edited = { ...generation, variants } as Generation;
    expect(askedAs(edited, 1)).toMatchObject({ original_prompt: 'A fox', metadata: { seed: 9 } });
    const details = detailsOf(edited, 1);
    expect(details).toContainEqual(['Edited from', 'Image 1']);
    expect(details).toContainEqual(['Replaced part', 'A balloon']);
    expect(detailsOf(edited, 0).map(([name]) => name)).not.toContain('Replaced part');
  });

  test('that was extended names the image it was made from, if that is still there', () => {
    const extended = (variant_id: string) => {
      const variants = [{ id: 'one' }, { id: 'two', edit: { kind: 'extend', variant_id } }];
      return detailsOf({ ...generation, variants } as Generation, 1);
    };
    expect(extended('one')).toContainEqual(['Extended from', 'Image 1']);
    expect(extended('gone').map(([name]) => name)).not.toContain('Extended from');
  });

  test('that was extended has the shape of its pixels', () => {
    const variants = [
      { seed: 7, width: 1024, height: 1024 },
      { seed: 9, width: 1024, height: 682, prompt: 'A fox on a hill' },
    ];
    const extended = { ...generation, variants } as Generation;
    expect(askedAs(extended, 1).metadata.aspect_ratio).toBe('standard_3_2');
    expect(detailsOf(extended, 1)).toContainEqual(['Shape', '3:2']);
    expect(detailsOf(extended, 0)).toContainEqual(['Shape', '1:1']);
  });

  test('leaves those that it stands with as they were', () => {
    expect(askedAs(generation, 0)).toEqual(generation);
    expect(generation.variants.map(ownWordsOf)).toEqual([null, 'A fox at night · 4K']);
  });
});

test('of a provider’s picture its label, its own prompt and whether it was enlarged are said, and nothing that did not count', () => {
  const variant = { seed: 7, width: 3840, height: 3840, enlarged: true, revised_prompt: 'An owl that reads' };
  const generation = { original_prompt: 'An owl', metadata: { ...metadata, seed: 7 }, variants: [variant] };
  const details = detailsOf(generation as unknown as Generation, 0, {
    label: 'Painter',
    seeds: false,
    ignored: { model: 'Painter has no such setting' },
  });
  expect(details).toContainEqual(['Made by', 'Painter']);
  expect(details).toContainEqual(['Rewritten prompt', 'An owl that reads']);
  expect(details).toContainEqual(['Dimensions', '3840 × 3840 px, enlarged']);
  const names = details.map(([name]) => name);
  expect(names).not.toContain('Seed');
  expect(names).not.toContain('Model');
  expect(names).toContain('Engine');
  const before = detailsOf({ ...generation, variants: [{ seed: 7 }] } as unknown as Generation, 0);
  expect(before.map(([name]) => name)).not.toContain('Made by');
});
