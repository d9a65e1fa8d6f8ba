import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { expect, test } from 'vitest';
import { initialForm, ordersOf } from './generator-form.ts';
import type { Job } from './job-list.ts';
import { etaText, placeText, viewOf } from './job-view.ts';
import { sampleGeneration, sampleLiveJob, sampleVariant } from './testing/sample-generation.ts';

const [order = null] = ordersOf({
  ...initialForm(undefined),
  prompt: 'A fox',
  count: '4',
  aspect_ratio: 'widescreen_16_9',
  style: 'anime',
});
const job = (phase: Job['phase']): Job => ({
  key: 'k',
  request: 'k',
  order,
  variantOf: null,
  submittedAtMs: 0,
  phase,
});
const accepted = job({ name: 'accepted', id: 'g1' });

test('an order has room for all its images, in its shape, from the moment it is made', () => {
  const view = viewOf(job({ name: 'sending' }), undefined);
  expect(view).toMatchObject({ text: 'Sending', ended: false, badges: ['1K', '16:9', 'Anime', '4 images'] });
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
  expect(view).toMatchObject({ prompt: 'A fox', badges: ['1K', '16:9'], text: 'Storing 1 of 1' });
});

test('the stream says where it stands in the queue, how far it is and how long it takes', () => {
  const queued = viewOf(accepted, undefined, sampleLiveJob({ position: 2, eta_ms: 41_000 }));
  expect(queued).toMatchObject({ text: '3rd in line', etaMs: 41_000, progress: 0 });
  const drawn = viewOf(accepted, undefined, sampleLiveJob({ status: 'processing', count: 4, done: 0, progress: 0.2 }));
  expect(drawn).toMatchObject({ text: 'Processing', progress: 0.2 });
  const stored = viewOf(accepted, undefined, sampleLiveJob({ status: 'processing', count: 4, done: 3, progress: 0.8 }));
  expect(stored).toMatchObject({ text: 'Storing 3 of 4', progress: 0.8 });
});

test('it is done once its images can be shown, not before', () => {
  const ended = sampleLiveJob({ status: 'completed', count: 4, done: 4, progress: 1, eta_ms: null });
  const early = viewOf(accepted, sampleGeneration({ status: 'processing' }), ended);
  expect(early).toMatchObject({ text: 'Storing 4 of 4', progress: 1, ended: false });
  expect(viewOf(accepted, sampleGeneration({ status: 'completed' }), ended)).toMatchObject({
    ended: true,
    progress: null,
    etaMs: null,
  });
});

test('without a stream progress is what is stored', () => {
  const generation = sampleGeneration({ status: 'processing', variants: [sampleVariant('a')] });
  expect(viewOf(accepted, generation)).toMatchObject({ progress: 0.25, etaMs: null });
});

test('one that the stream brought is told by the stream alone', () => {
  const found: Job = { ...accepted, order: null };
  const view = viewOf(found, undefined, sampleLiveJob({ prompt: 'An owl', count: 8, resolution: '4k' }));
  expect(view).toMatchObject({ prompt: 'An owl', badges: ['4K', '16:9', '8 images'] });
  expect(view.frames).toHaveLength(8);
});

test('a place in the queue and an estimate read like speech', () => {
  expect([0, 1, 2, 3, 10, 20, 21].map(placeText)).toEqual([
    'Next in line',
    '2nd in line',
    '3rd in line',
    '4th in line',
    '11th in line',
    '21st in line',
    '22nd in line',
  ]);
  expect([0, 1400, 12_000, 100_000].map(etaText)).toEqual([
    'about a second left',
    'about 2 s left',
    'about 15 s left',
    'about 2 min left',
  ]);
});

test('shows what there is so far in the place of the next picture', () => {
  const live = { ...sampleLiveJob({ status: 'processing', count: 4, done: 1 }), preview: 'UklGRg==' };
  expect(viewOf(accepted, undefined, live).frames.map(({ preview }) => preview)).toEqual([
    undefined,
    'data:image/webp;base64,UklGRg==',
    undefined,
    undefined,
  ]);
});

test('says why it failed, by the generation or by the stream', () => {
  const failed = sampleGeneration({ status: 'failed', failure: 'moderated' });
  expect(viewOf(accepted, failed).failure).toBe('moderated');
  const told = sampleLiveJob({ status: 'failed', failure: 'over_budget' });
  expect(viewOf(accepted, undefined, told).failure).toBe('over_budget');
  expect(viewOf(accepted, sampleGeneration({ status: 'completed' })).failure).toBeNull();
});

test('says the new price where it has changed', () => {
  const error = new ApiError('http', 'No', { status: 409, code: 'providers.price_changed', body: { expected: 10 } });
  expect(viewOf(job({ name: 'refused', error }), undefined).text).toBe(
    'The price has changed to 10 credits. Nothing was charged.',
  );
});
