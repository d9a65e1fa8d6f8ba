import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { initialForm, orderOf } from './generator-form.ts';
import type { Job } from './job-list.ts';
import { viewOf } from './job-view.ts';
import { sampleGeneration, sampleVariant } from './testing/sample-generation.ts';

const order = orderOf({
  ...initialForm(undefined),
  prompt: 'A fox',
  count: '4',
  aspect_ratio: 'widescreen_16_9',
  style: 'anime',
});
const job = (phase: Job['phase']): Job => ({ key: 'k', order, submittedAtMs: 0, phase });
const accepted = job({ name: 'accepted', id: 'g1' });

test('an order has room for all its images, in its shape, from the moment it is made', () => {
  const view = viewOf(job({ name: 'sending' }), undefined);
  expect(view).toMatchObject({ text: 'Sending', ended: false, badges: ['2K', '16:9', 'Anime', '4 images'] });
  expect(view.frames).toEqual(Array.from({ length: 4 }, () => ({ variant: null, ratio: 16 / 9 })));
});

test('it is queued, processed and stored; images come in one by one', () => {
  expect(viewOf(accepted, undefined).text).toBe('Queued');
  expect(viewOf(accepted, sampleGeneration({ status: 'queued' })).text).toBe('Queued');
  expect(viewOf(accepted, sampleGeneration({ status: 'processing' })).text).toBe('Processing');
  const storing = viewOf(
    accepted,
    sampleGeneration({ status: 'processing', variants: [sampleVariant('a'), sampleVariant('b')] }),
  );
  expect(storing.text).toBe('Storing 2 of 4');
  expect(storing.frames.map((frame) => frame.variant?.id)).toEqual(['a', 'b', undefined, undefined]);
});

test('a finished one says how long it took and shows what there is', () => {
  const { metadata } = sampleGeneration();
  const done = sampleGeneration({
    status: 'completed',
    variants: [sampleVariant('a')],
    metadata: { ...metadata, processing_time: 2345 },
  });
  expect(viewOf(accepted, done)).toMatchObject({
    text: 'Done in 2.3 s',
    ended: true,
    frames: [{ variant: { id: 'a' } }],
  });
});

test('a failed one says so, a refused one says why in the words of the server', () => {
  const failed = viewOf(accepted, sampleGeneration({ status: 'failed' }));
  expect(failed).toMatchObject({ ended: true, frames: [] });
  expect(failed.text).toContain('Generation failed');
  const error = new ApiError('http', 'Insufficient credits', { status: 402 });
  expect(viewOf(job({ name: 'refused', error }), undefined)).toMatchObject({
    text: 'Insufficient credits',
    ended: true,
  });
});

test('one from before a reload is told by the generation alone', () => {
  const found: Job = { ...accepted, order: null };
  const view = viewOf(found, sampleGeneration({ status: 'processing', variants: [sampleVariant('a')] }));
  expect(view).toMatchObject({ prompt: 'A fox', badges: ['1K', '16:9'], text: 'Storing, 1 so far' });
});
