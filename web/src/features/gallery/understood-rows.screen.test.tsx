import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, withFakeServer } from '../../lib/testing/screen.tsx';
import UnderstoodRows from './understood-rows.tsx';
import type { Generation } from '@easel/contracts/generation/http';

withFakeServer();

const metadata: Generation['metadata'] = {
  model_type: 'realism',
  aspect_ratio: 'square_1_1',
  resolution: '1k',
  engine_type: 'automatic',
  style: 'auto',
  seed: 7,
  processing_time: null,
  filter_nsfw: true,
  image_dimensions: null,
  generation_parameters: { isTshirtDesign: false },
  file_format: 'png',
  creative_detailing: 33,
  safety_tolerance: 2,
  enhance_prompt: false,
  raw_mode: false,
  provider: 'procedural',
  website: 'https://easel.example',
};
const shown = (prompt: string, lettering?: string): string[] => {
  const generation: Generation = {
    id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
    original_prompt: prompt,
    created_at: '2026-11-21T12:00:00.000Z',
    status: 'completed',
    categories: [],
    isPublic: false,
    variant_count: 0,
    variants: [],
    metadata: { ...metadata, ...(lettering !== undefined && { lettering }) },
  };
  show(
    <dl>
      <UnderstoodRows generation={generation} />
    </dl>,
  );
  return screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
};

test('what was drawn is told, and what was left out', () => {
  expect(shown('a cat wearing a hat')).toEqual(['Drawn: cat', 'Left out: hat']);
});

test('words that were set are told', () => {
  expect(shown('a red fox in the snow', 'Stay wild')).toEqual([
    'Drawn: the words, fox, snow',
    'Words in it: Stay wild',
  ]);
});

test('a picture of nothing known is said to be abstract', () => {
  expect(shown('a typewriter')).toEqual(['Drawn: An abstract composition', 'Left out: typewriter']);
});
