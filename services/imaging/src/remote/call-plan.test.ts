import type { ProviderCall, RequestedGeneration } from '@easel/contracts/generation/view';
import { expect, test } from 'vitest';
import { missingParts } from './call-plan.ts';

const generation = (count: number, ...asked: [index: number, images: number][]) => {
  const calls = Object.fromEntries(
    asked.map(([index, images]) => {
      const call: ProviderCall = { call: `call-${index}`, index, images, costMicros: 0 };
      return [call.call, call];
    }),
  );
  return { settings: { count }, calls } as RequestedGeneration;
};

test('requests as many images per call as the provider allows', () => {
  expect(missingParts(generation(8), 3)).toEqual([
    { index: 0, images: 3 },
    { index: 3, images: 3 },
    { index: 6, images: 2 },
  ]);
  expect(missingParts(generation(4), 1)).toHaveLength(4);
});

test('skips images that a recorded call covers, however the calls were divided', () => {
  expect(missingParts(generation(8, [2, 2], [6, 1]), 8)).toEqual([
    { index: 0, images: 2 },
    { index: 4, images: 2 },
    { index: 7, images: 1 },
  ]);
  expect(missingParts(generation(2, [0, 2]), 1)).toEqual([]);
});
