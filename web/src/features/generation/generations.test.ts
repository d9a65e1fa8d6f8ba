import { expect, test } from 'vitest';
import { hasMore } from './generations.ts';
import { sampleGeneration, sampleLiveJob, sampleVariant } from './testing/sample-generation.ts';

const processing = sampleGeneration({ status: 'processing', variants: [sampleVariant('a')] });

test('without a stream a generation is looked at until it has ended', () => {
  expect(hasMore(processing, undefined)).toBe(true);
  expect(hasMore(sampleGeneration({ status: 'completed' }), undefined)).toBe(false);
});

test('with a stream it is looked at while the stream has told of more than was read', () => {
  expect(hasMore(processing, sampleLiveJob({ status: 'processing', done: 1 }))).toBe(false);
  expect(hasMore(processing, sampleLiveJob({ status: 'processing', done: 2 }))).toBe(true);
  expect(hasMore(processing, sampleLiveJob({ status: 'completed', done: 1 }))).toBe(true);
  expect(hasMore(sampleGeneration({ status: 'completed' }), sampleLiveJob({ status: 'processing' }))).toBe(false);
});
