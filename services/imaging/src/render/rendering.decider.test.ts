import type { GenerationFact } from '@easel/contracts/generation/events';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { rendering, renderingProblems, type RenderingCommand } from './rendering.decider.ts';

const ids = {
  generationId: '11111111-1111-4111-8111-111111111111',
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
};
const now = new Date('2026-11-20T10:00:00.000Z');
const leaseUntil = new Date('2026-11-20T10:00:15.000Z');
const requested = (count = 1): GenerationFact => ({
  type: 'GenerationRequested',
  data: {
    ...ids,
    prompt: 'a red fox',
    negativePrompt: '',
    settings: {
      model: 'realism',
      engine: 'automatic',
      style: 'auto',
      aspectRatio: 'square_1_1',
      resolution: '1k',
      outputFormat: 'png',
      seed: 7,
      count,
      safetyTolerance: 2,
      enhancePrompt: false,
      rawMode: false,
      creativeDetailing: 33,
      filterNsfw: true,
      isTshirtDesign: false,
    },
    provider: 'procedural',
    tenths: 50,
    requestedAt: now.toISOString(),
    tier: 'free',
    variantOf: null,
  },
});
const started = (attempt = 1, worker = 'a'): GenerationFact => ({
  type: 'RenderingStarted',
  data: { ...ids, attempt, worker, leaseUntil: leaseUntil.toISOString() },
});
const handedBack = (attempt: number, reason: 'drained' | 'error'): GenerationFact => ({
  type: 'RenderingHandedBack',
  data: { ...ids, attempt, reason, detail: '' },
});
const image = { blob: 'ab'.repeat(32), bytes: 9, width: 4, height: 4 };
const picture = { original: image, preview: image, thumbnail: image, thumbhash: 'AA==', look: '7f'.repeat(60) };
const variantId = '99999999-9999-4999-8999-999999999999';
const created = (index = 0, attempt = 1): GenerationFact => ({
  type: 'VariantCreated',
  data: { ...ids, ...picture, variantId, index, attempt, format: 'png', seed: 7, provider: 'procedural' },
});
const completed: GenerationFact = { type: 'GenerationCompleted', data: { ...ids, attempt: 1, processingMs: 800 } };

const mine = { worker: 'a', attempt: 1 };
const claim = (worker: string, at = now): RenderingCommand => ({ type: 'Claim', worker, now: at, leaseUntil });
const record = (claimed = mine, index = 0): RenderingCommand => ({
  type: 'RecordVariant',
  ...claimed,
  ...picture,
  index,
  variantId,
  seed: 7,
});
const complete = (claimed = mine): RenderingCommand => ({ type: 'Complete', ...claimed, processingMs: 800 });

describe('a claim', () => {
  test('is the first worker’s, and no other’s while its lease lasts', () => {
    given(rendering, requested()).when(claim('a')).then(started());
    given(rendering, requested(), started()).when(claim('b')).thenRefuses(renderingProblems.claimedByAnother);
    given(rendering, requested(), started()).when(claim('b', leaseUntil)).then(started(2, 'b'));
  });

  test('is free again once handed back', () => {
    given(rendering, requested(), started(), handedBack(1, 'drained')).when(claim('b')).then(started(2, 'b'));
  });

  test('is refused after three tries, of which one handed back at a shutdown is none', () => {
    const three = [1, 2, 3].flatMap((n) => [started(n), handedBack(n, 'error')]);
    given(rendering, requested(), ...three)
      .when(claim('a'))
      .thenRefuses(renderingProblems.triedTooOften);
    const drained = [
      started(1),
      handedBack(1, 'drained'),
      started(2),
      handedBack(2, 'error'),
      started(3),
      handedBack(3, 'error'),
    ];
    given(rendering, requested(), ...drained)
      .when(claim('a'))
      .then(started(4));
  });

  test('of what never was or is over is refused', () => {
    given(rendering).when(claim('a')).thenRefuses(renderingProblems.nothingToDo);
    given(rendering, requested(), started(), created(), completed)
      .when(claim('a', leaseUntil))
      .thenRefuses(renderingProblems.nothingToDo);
  });
});

describe('an image', () => {
  test('is recorded by whoever holds the claim, once', () => {
    given(rendering, requested(), started()).when(record()).then(created());
    given(rendering, requested(), started(), created()).when(record()).thenNothing();
  });

  test('of a claim that is over is refused', () => {
    given(rendering, requested(), started(), started(2, 'b')).when(record()).thenRefuses(renderingProblems.claimLost);
    given(rendering, requested(), started(), handedBack(1, 'error'))
      .when(record())
      .thenRefuses(renderingProblems.claimLost);
  });

  test('is not recorded after the end', () => {
    given(rendering, requested(), started(), created(), completed)
      .when(record(mine, 1))
      .thenRefuses(renderingProblems.nothingToDo);
  });
});

describe('the end', () => {
  test('comes when every image is stored, and once', () => {
    given(rendering, requested(2), started(), created(0)).when(complete()).thenRefuses(renderingProblems.incomplete);
    given(rendering, requested(), started(), created()).when(complete()).then(completed);
    given(rendering, requested(), started(), created(), completed)
      .when(complete())
      .thenRefuses(renderingProblems.nothingToDo);
  });

  test('counts only the images of the attempt in force', () => {
    given(rendering, requested(), started(), created(), started(2, 'b'))
      .when(complete({ worker: 'b', attempt: 2 }))
      .thenRefuses(renderingProblems.incomplete);
  });

  test('may be a failure', () => {
    given(rendering, requested(), started())
      .when({ type: 'Fail', ...mine, reason: 'render_failed', detail: 'no light' })
      .then({ type: 'GenerationFailed', data: { ...ids, reason: 'render_failed', detail: 'no light' } });
  });
});

test('a lease is extended by its holder', () => {
  const later = new Date('2026-11-20T10:00:30.000Z');
  given(rendering, requested(), started())
    .when({ type: 'ExtendLease', ...mine, leaseUntil: later })
    .then({ type: 'LeaseExtended', data: { ...ids, attempt: 1, leaseUntil: later.toISOString() } });
});

test('the fold knows what to draw', () => {
  expect(given(rendering, requested(), started()).state()).toMatchObject({
    prompt: 'a red fox',
    settings: { seed: 7 },
  });
});
