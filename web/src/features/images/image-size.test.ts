import type { Generation } from '@easel/contracts/generation/http';
import { expect, test } from 'vitest';
import { originalSizeOf } from './image-size.ts';

test('an image has the size its generation was ordered in, a later variant the one that it was ordered in', () => {
  const generation = {
    metadata: { resolution: '2k' },
    variants: [
      { width: 1600, height: 1600 },
      { width: 3840, height: 2160, resolution: '4k' },
      { width: 1600, height: 900 },
    ],
  } as Generation;
  expect([0, 1, 2].map((variantIndex) => originalSizeOf({ generation, variantIndex }))).toEqual(['2K', '4K', '2K']);
});
