import { generationRequest } from '@easel/contracts/generation/bodies.http';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { generatorCheck, initialForm, ordersOf, restoredForm, type GeneratorForm } from './generator-form.ts';

const form = (changes: Partial<GeneratorForm> = {}): GeneratorForm => ({
  ...initialForm(undefined),
  prompt: 'A fox',
  ...changes,
});
const sent = (changes: Partial<GeneratorForm> = {}) =>
  ordersOf(form(changes)).map((order) => z.parse(generationRequest, order));

const complaints = (changes: Partial<GeneratorForm>) =>
  Object.fromEntries(Object.entries(generatorCheck(form(changes))).map(([field, { message }]) => [field, message]));

test('what the form sends is what the contract takes', () => {
  expect(
    sent({ prompt: '  A fox ', count: '4', resolution: '4k', seed: ' 42 ', creative_detailing: 50 }),
  ).toMatchObject([
    { prompt: 'A fox', count: 4, resolution: '4k', seed: 42, creative_detailing: 50, isTshirtDesign: false },
  ]);
});

test('what was left alone is what the server takes by itself, but for the smallest size', () => {
  const [order] = sent();
  expect(order).toEqual(z.parse(generationRequest, { prompt: 'A fox', resolution: '1k' }));
});

test('a T-shirt is square and transparent, whatever was chosen before', () => {
  expect(sent({ mode: 'tshirt', aspect_ratio: 'widescreen_16_9', output_format: 'jpg' })).toMatchObject([
    { isTshirtDesign: true, aspect_ratio: 'square_1_1', output_format: 'png' },
  ]);
});

test('a poster has a shape of a poster', () => {
  expect(sent({ mode: 'poster', aspect_ratio: 'vertical_1_2' })).toMatchObject([{ aspect_ratio: 'traditional_3_4' }]);
  expect(sent({ mode: 'poster', aspect_ratio: 'poster_5_3' })).toMatchObject([{ aspect_ratio: 'poster_5_3' }]);
});

test('several prompts stand one a line, blank ones count for nothing', () => {
  const orders = sent({ several: true, prompt: 'A fox\n\n  A hare \n', count: '4' });
  expect(orders.map(({ prompt, count }) => [prompt, count])).toEqual([
    ['A fox', 4],
    ['A hare', 4],
  ]);
  expect(sent({ prompt: 'A fox\nin snow' })).toHaveLength(1);
});

test('an empty or blank prompt is refused', () => {
  expect(complaints({ prompt: '' })).toEqual({ prompt: 'Please enter a prompt' });
  expect(complaints({ prompt: ' \n ' })).toEqual({ prompt: 'Please enter a prompt' });
  expect(complaints({ prompt: '\u200b' })).toEqual({ prompt: 'Please enter a prompt' });
  expect(complaints({ prompt: '\u200b\n\u3164', several: true })).toEqual({ prompt: 'Please enter a prompt' });
  expect(complaints({ prompt: ' \n ', several: true })).toEqual({ prompt: 'Please enter a prompt' });
  expect(complaints({})).toEqual({});
});

test('of several prompts each is checked, and there are only so many', () => {
  const long = 'x'.repeat(4001);
  expect(complaints({ prompt: long })).toEqual({ prompt: 'At most 4000 characters' });
  expect(complaints({ several: true, prompt: `A fox\n${long}` })).toEqual({
    prompt: 'Prompt 2: At most 4000 characters',
  });
  expect(complaints({ several: true, prompt: 'A fox\n'.repeat(8) })).toEqual({});
  expect(complaints({ several: true, prompt: 'A fox\n'.repeat(9) })).toEqual({
    prompt: 'At most 8 prompts at once',
  });
});

test.each(['-1', '1.5', 'abc', '2147483648'])('%s is no seed', (seed) => {
  expect(Object.keys(complaints({ seed }))).toEqual(['seed']);
});

test('the form starts at 1K, then with the last choice, whatever the plan', () => {
  expect(initialForm({ defaultFormat: 'JPG' })).toMatchObject({ resolution: '1k', output_format: 'jpg' });
  expect(initialForm({ defaultFormat: 'WebP' }, '4k')).toMatchObject({ resolution: '4k', output_format: 'png' });
  expect(initialForm(undefined, '16k')).toMatchObject({ resolution: '1k' });
});

test('restores a stored form, and rejects anything else', () => {
  const kept = { ...initialForm(undefined), prompt: '', lettering: 'Stay wild', seed: '7' };
  expect(restoredForm(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(restoredForm({ ...kept, more: 1 })).toEqual(kept);
  const others = [null, 'x', {}, { ...kept, resolution: '9k' }, { ...kept, mode: 'mug' }, { ...kept, several: 'yes' }];
  for (const other of others) expect(restoredForm(other)).toBeUndefined();
});

test('names the characters of the words that cannot be set, at the words or at the line of the prompt', () => {
  const message = 'Our typefaces cannot set 日 本. Please use Latin letters, figures and common signs.';
  const prompt = 'poster "日本"';
  expect(complaints({ mode: 'poster', prompt })).toEqual({ lettering: message });
  expect(complaints({ mode: 'poster', prompt, lettering: 'Japan' })).toEqual({});
  expect(complaints({ mode: 'poster', prompt: `a fox\n${prompt}`, several: true })).toEqual({
    prompt: `Prompt 2: ${message}`,
  });
});

test('restores a stored form whose words cannot be set yet', () => {
  const kept = { ...initialForm(undefined), mode: 'poster' as const, prompt: 'A fox', lettering: '日本' };
  expect(restoredForm(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

test('a poster and a T-shirt bear the words of the prompt, unless they were changed or removed', () => {
  const prompt = 'Jazz night in Berlin, 14 June';
  expect(sent({ mode: 'poster', prompt })).toMatchObject([{ lettering: prompt }]);
  expect(sent({ mode: 'tshirt', prompt: 'a fox "Stay wild"' })).toMatchObject([{ lettering: 'Stay wild' }]);
  expect(sent({ mode: 'poster', prompt, lettering: 'Jazz' })).toMatchObject([{ lettering: 'Jazz' }]);
  expect(sent({ mode: 'poster', prompt, lettering: '' })).toMatchObject([{ lettering: '' }]);
  expect(sent({ prompt })[0]).not.toHaveProperty('lettering');
  expect(sent({ prompt, lettering: 'Jazz' })).toMatchObject([{ lettering: 'Jazz' }]);
  expect(sent({ prompt: 'a red fox', lettering: '' })[0]).not.toHaveProperty('lettering');
});
