import type { Generation } from '@easel/contracts/generation/http';
import { expect, test } from 'vitest';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { chosenOf } from '../features/landing/chosen.ts';

const picture = (id: string, likes: number | undefined, width = 512, height = 512): Generation => ({
  ...sampleGeneration({ id, variants: [{ ...sampleVariant(id), width, height }] }),
  ...(likes !== undefined && { likes }),
});
const ids = (newest: readonly Generation[]) => {
  const chosen = chosenOf(newest);
  return chosen && [chosen.lead, ...chosen.others].map(({ id }) => id);
};

test('nothing public, nothing is chosen', () => {
  expect(chosenOf([])).toBeUndefined();
  expect(chosenOf([sampleGeneration()])).toBeUndefined();
});

test('what is liked most comes first, and of equals the newest', () => {
  expect(ids([picture('new', 0), picture('older', 3), picture('old', undefined), picture('oldest', 3)])).toEqual([
    'older',
    'oldest',
    'new',
    'old',
  ]);
});

test('the large one is the first that is wider than high, and no ribbon', () => {
  expect(ids([picture('tall', 9, 512, 768), picture('ribbon', 8, 2100, 900), picture('wide', 1, 1600, 900)])).toEqual([
    'wide',
    'tall',
    'ribbon',
  ]);
});

test('ten at most, of which the large one is one', () => {
  const newest = Array.from({ length: 24 }, (_, n) => picture(String(n), 0));
  expect(ids(newest)).toHaveLength(10);
});
