import { generationRequest } from '@easel/contracts/generation/bodies.http';
import { preset } from '@easel/contracts/members/presets.http';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formOfGeneration, formOfOrder, formOfRemix } from './form-sources.ts';
import { formOfPreset, presetSettingsOf } from './preset-sources.ts';
import { initialForm, ordersOf, type GeneratorForm } from './generator-form.ts';
import { sampleGeneration, sampleVariant } from './testing/sample-generation.ts';

const form: GeneratorForm = {
  ...initialForm(undefined),
  prompt: 'A fox',
  negative_prompt: 'snow',
  model: 'zen',
  style: 'anime',
  aspect_ratio: 'poster_5_3',
  mode: 'poster',
  count: '4',
  seed: '7',
  creative_detailing: 60,
  raw_mode: true,
};

test('a preset brings everything back but the prompt', () => {
  const kept = z.parse(preset, {
    id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
    name: 'Mine',
    settings: presetSettingsOf(form),
  });
  const { prompt: _, several: __, lettering: ___, remix_of: ____, provider: _p, references: _r, ...settings } = form;
  expect(formOfPreset(kept)).toEqual(settings);
});

test('an order fills the form it came from', () => {
  const [order] = ordersOf(form);
  expect(order && formOfOrder(order)).toEqual({ ...form, several: false });
});

test('an image brings what it was made from, so that the same order draws it again', () => {
  const { metadata } = sampleGeneration();
  const generation = sampleGeneration({
    variants: [sampleVariant('a'), sampleVariant('b'), sampleVariant('c'), sampleVariant('d')],
    metadata: { ...metadata, seed: 99, negative_prompt: 'people', generation_parameters: { isTshirtDesign: true } },
  });
  const [order] = ordersOf({ ...form, ...formOfGeneration(generation) });
  expect(z.parse(generationRequest, order)).toMatchObject({
    prompt: 'A fox',
    seed: 99,
    negative_prompt: 'people',
    count: 4,
    isTshirtDesign: true,
    resolution: '1k',
    style: 'auto',
  });
});

test('what is not known any more stays as it stands', () => {
  const { metadata } = sampleGeneration();
  const changes = formOfGeneration(
    sampleGeneration({
      metadata: { ...metadata, model_type: 'of another time', aspect_ratio: '7:5', resolution: '8k' },
    }),
  );
  expect(changes).not.toHaveProperty('model');
  expect(changes).not.toHaveProperty('aspect_ratio');
  expect(changes).not.toHaveProperty('resolution');
});

test('a remix costs what the member last chose, however large the original is', () => {
  const { metadata } = sampleGeneration();
  const variants = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(sampleVariant);
  const original = sampleGeneration({ variants, metadata: { ...metadata, resolution: '4k' } });
  expect({ ...initialForm(undefined), ...formOfRemix(original) }).toMatchObject({ resolution: '1k', count: '1' });
});

test('a remix begins with the picture, leaves to chance what is not shared, and says so in its orders', () => {
  const { seed: _, ...metadata } = sampleGeneration().metadata;
  const original = sampleGeneration({ original_prompt: 'A fox', metadata });
  const remix: GeneratorForm = { ...form, ...formOfRemix(original) };
  expect(remix).toMatchObject({ prompt: 'A fox', seed: '', negative_prompt: '', remix_of: original.id });
  expect(ordersOf(remix)).toMatchObject([{ seed: null, remix_of: original.id }]);
  expect(ordersOf({ ...remix, remix_of: '' })[0]).not.toHaveProperty('remix_of');
  // What one made oneself is nobody's remix.
  expect({ ...remix, ...formOfGeneration(sampleGeneration()) }.remix_of).toBe('');
});
