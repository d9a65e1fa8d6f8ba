import type { GenerationFact } from '@easel/contracts/generation/events';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { rendering, renderingProblems, type RemoteImage, type RenderingCommand } from './rendering.decider.ts';

const ids = {
  generationId: '11111111-1111-4111-8111-111111111111',
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
};
const CALL = '33333333-3333-4333-8333-333333333333';
const OTHER = '44444444-4444-4444-8444-444444444444';
const mine = { worker: 'a', attempt: 1 };
const requested = (count = 1): GenerationFact => ({
  type: 'GenerationRequested',
  data: {
    ...ids,
    prompt: 'an owl that reads a book',
    negativePrompt: '',
    settings: {
      model: 'realism',
      engine: 'automatic',
      style: 'auto',
      aspectRatio: 'square_1_1',
      resolution: '1k',
      outputFormat: 'jpg',
      seed: 7,
      count,
      safetyTolerance: 2,
      enhancePrompt: false,
      rawMode: false,
      creativeDetailing: 33,
      filterNsfw: true,
      isTshirtDesign: false,
    },
    provider: 'gateway',
    tenths: 50,
    requestedAt: '2026-11-20T10:00:00.000Z',
    tier: 'free',
    variantOf: null,
  },
});
const started = (attempt = 1, worker = 'a'): GenerationFact => ({
  type: 'RenderingStarted',
  data: { ...ids, attempt, worker, leaseUntil: '2026-11-20T10:00:15.000Z' },
});
const called = (call = CALL, index = 0, images = 1): GenerationFact => ({
  type: 'ProviderCalled',
  data: { ...ids, attempt: 1, call, provider: 'gateway', index, images, costMicros: 40_000 },
});
const accepted: GenerationFact = {
  type: 'ProviderTaskAccepted',
  data: { ...ids, attempt: 1, call: CALL, taskId: 't-1', pollUrl: 'https://poll.example/t-1' },
};
const refused = (call = CALL): GenerationFact => ({
  type: 'ProviderCallRefused',
  data: { ...ids, attempt: 1, call, reason: 'busy', status: 429, detail: 'slow down' },
});
const ask = (call = CALL, index = 0, images = 1): RenderingCommand => ({
  type: 'CallProvider',
  ...mine,
  call,
  index,
  images,
  costMicros: 4e4,
});
const accept: RenderingCommand = {
  type: 'AcceptTask',
  ...mine,
  call: CALL,
  taskId: 't-1',
  pollUrl: 'https://poll.example/t-1',
};
const refuse: RenderingCommand = {
  type: 'RefuseCall',
  ...mine,
  call: CALL,
  reason: 'busy',
  status: 429,
  detail: 'slow down',
};
const file = { blob: 'ab'.repeat(32), bytes: 9, width: 4, height: 4 };
const image = (index: number, more: Partial<RemoteImage> = {}): RemoteImage => ({
  index,
  variantId: `99999999-9999-4999-8999-99999999999${index}`,
  original: file,
  preview: file,
  thumbnail: file,
  thumbhash: 'AA==',
  look: '7f'.repeat(60),
  ...more,
});
const complete = (...images: RemoteImage[]): RenderingCommand => ({
  type: 'CompleteRemote',
  ...mine,
  images,
  processingMs: 900,
});

describe('a call', () => {
  test('is recorded before it is made, and a repeat of the command adds nothing', () => {
    given(rendering, requested(), started()).when(ask()).then(called());
    given(rendering, requested(), started(), called()).when(ask()).thenNothing();
  });

  test('is refused for an image that was asked for already, whoever has the claim by now', () => {
    const history = [requested(4), started(), called(CALL, 0, 2)];
    given(rendering, ...history)
      .when(ask(OTHER, 1, 2))
      .thenRefuses(renderingProblems.calledAlready);
    given(rendering, ...history)
      .when(ask(OTHER, 2, 2))
      .then(called(OTHER, 2, 2));
    given(rendering, ...history, started(2, 'b'))
      .when({ ...ask(OTHER, 0, 1), worker: 'b', attempt: 2 } as RenderingCommand)
      .thenRefuses(renderingProblems.calledAlready);
  });

  test('is refused for more images than were requested', () => {
    given(rendering, requested(), started())
      .when(ask(CALL, 0, 2))
      .thenRefuses(renderingProblems.unknownCall);
  });

  test('may be repeated once the provider has refused it', () => {
    given(rendering, requested(), started(), called()).when(refuse).then(refused());
    given(rendering, requested(), started(), called(), refused()).when(refuse).thenNothing();
    given(rendering, requested(), started(), called(), refused()).when(ask(OTHER)).then(called(OTHER));
  });
});

describe('a task', () => {
  test('is accepted once for its call', () => {
    given(rendering, requested(), started(), called()).when(accept).then(accepted);
    given(rendering, requested(), started(), called(), accepted).when(accept).thenNothing();
    given(rendering, requested(), started()).when(accept).thenRefuses(renderingProblems.unknownCall);
  });

  test('is neither replaced by another nor refused afterwards', () => {
    const history = [requested(), started(), called(), accepted];
    given(rendering, ...history)
      .when({ ...accept, taskId: 't-2' })
      .thenRefuses(renderingProblems.calledAlready);
    given(rendering, ...history)
      .when(refuse)
      .thenRefuses(renderingProblems.calledAlready);
  });

  test('takes a cost that the provider names later', () => {
    const facts = given(rendering, requested(), started(), called(), accepted)
      .when({ ...accept, costMicros: 30_000 })
      .facts();
    expect(facts).toMatchObject([{ type: 'ProviderTaskAccepted', data: { taskId: 't-1', costMicros: 30_000 } }]);
  });
});

describe('the images of a provider', () => {
  test('are recorded together with the end and the known cost, in the order of their indexes', () => {
    const facts = given(rendering, requested(2), started(), called(CALL, 0, 2))
      .when(complete(image(1, { enlarged: true }), image(0, { revisedPrompt: 'An owl reads.' })))
      .facts();
    expect(facts).toMatchObject([
      { type: 'VariantCreated', data: { index: 0, seed: 7, format: 'jpg', revisedPrompt: 'An owl reads.' } },
      { type: 'VariantCreated', data: { index: 1, seed: 8, provider: 'gateway', enlarged: true } },
      { type: 'GenerationCompleted', data: { processingMs: 900, cost: { micros: 40_000, certainty: 'known' } } },
    ]);
    expect(facts[0]?.data).not.toHaveProperty('enlarged');
    expect(facts[1]?.data).not.toHaveProperty('revisedPrompt');
  });

  test.each([
    ['too few', [image(0)]],
    ['one of them twice', [image(0), image(0)]],
    ['too many', [image(0), image(1), image(2)]],
  ])('are refused where there are %s', (_, images) => {
    given(rendering, requested(2), started(), called(CALL, 0, 2))
      .when(complete(...images))
      .thenRefuses(renderingProblems.incomplete);
  });

  test('are refused after a cancellation', () => {
    const cancelled: GenerationFact = { type: 'GenerationCancelled', data: ids };
    given(rendering, requested(), started(), called(), cancelled)
      .when(complete(image(0)))
      .thenRefuses(renderingProblems.nothingToDo);
  });
});

test('records with a failure what the calls cost, and how sure that is', () => {
  const fail = { type: 'Fail', ...mine, reason: 'unknown_outcome', detail: 'no answer' } as const;
  given(rendering, requested(2), started(), called(), called(OTHER, 1))
    .when({ ...fail, certainty: 'perhaps' })
    .then({
      type: 'GenerationFailed',
      data: {
        ...ids,
        reason: 'unknown_outcome',
        detail: 'no answer',
        cost: {
          micros: 8e4,
          certainty: 'perhaps',
        },
      },
    });
  given(rendering, requested(), started(), called(), refused())
    .when({ ...fail, reason: 'provider_unavailable' })
    .then({ type: 'GenerationFailed', data: { ...ids, reason: 'provider_unavailable', detail: 'no answer' } });
});
