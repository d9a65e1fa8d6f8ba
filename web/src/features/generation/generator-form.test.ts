import { generationRequest } from '@easel/contracts/generation/http';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { generatorResolver, initialForm, orderOf, type GeneratorForm } from './generator-form.ts';

const form = (changes: Partial<GeneratorForm> = {}): GeneratorForm => ({
  ...initialForm(undefined),
  prompt: 'A fox',
  ...changes,
});

const complaints = async (changes: Partial<GeneratorForm>) => {
  const { errors } = await generatorResolver(form(changes), undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('what the form sends is what the contract takes', () => {
  const order = orderOf(form({ prompt: '  A fox ', count: '4', resolution: '4k', seed: ' 42 ' }));
  expect(z.parse(generationRequest, order)).toMatchObject({ prompt: 'A fox', count: 4, resolution: '4k', seed: 42 });
  expect(z.parse(generationRequest, orderOf(form()))).toMatchObject({ count: 1, seed: null, negative_prompt: '' });
});

test('an empty or blank prompt is refused', async () => {
  expect(await complaints({ prompt: '' })).toEqual({ prompt: 'Please enter a prompt' });
  expect(await complaints({ prompt: ' \n ' })).toEqual({ prompt: 'Please enter a prompt' });
  expect(await complaints({})).toEqual({});
});

test.each(['-1', '1.5', 'abc', '2147483648'])('%s is no seed', async (seed) => {
  expect(Object.keys(await complaints({ seed }))).toEqual(['seed']);
});

test("the form starts from the member's preferences where it knows them", () => {
  expect(initialForm({ defaultResolution: '4K', defaultFormat: 'JPG' })).toMatchObject({
    resolution: '4k',
    output_format: 'jpg',
  });
  expect(initialForm({ defaultResolution: '8K', defaultFormat: 'WebP' })).toMatchObject({
    resolution: '2k',
    output_format: 'png',
  });
  expect(initialForm(undefined)).toMatchObject({ resolution: '2k', output_format: 'png' });
});
