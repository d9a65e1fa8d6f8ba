import type { Generation } from '@easel/contracts/generation/http';
import { expect, test } from 'vitest';
import { detailsOf, seedOf } from './image-details.ts';

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
