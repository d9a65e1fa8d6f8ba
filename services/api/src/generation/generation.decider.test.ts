import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationProblems } from '@easel/contracts/generation/http';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { generation, type GenerationCommand } from './generation.decider.ts';

const ids = {
  generationId: '11111111-1111-4111-8111-111111111111',
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
};
const at = new Date('2026-11-20T10:00:00.000Z');
const later = '2026-11-20T10:00:15.000Z';
const request: Extract<GenerationCommand, { type: 'RequestGeneration' }> = {
  type: 'RequestGeneration',
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
    count: 1,
    safetyTolerance: 2,
    enhancePrompt: false,
    rawMode: false,
    creativeDetailing: 33,
    filterNsfw: true,
    isTshirtDesign: false,
  },
  tenths: 50,
  at,
};
const requested: GenerationFact = {
  type: 'GenerationRequested',
  data: {
    ...ids,
    prompt: 'a red fox',
    negativePrompt: '',
    settings: request.settings,
    provider: 'procedural',
    tenths: 50,
    requestedAt: at.toISOString(),
  },
};
const started = (attempt: number): GenerationFact => ({
  type: 'RenderingStarted',
  data: { ...ids, attempt, worker: 'w', leaseUntil: later },
});
const drained: GenerationFact = {
  type: 'RenderingHandedBack',
  data: { ...ids, attempt: 3, reason: 'drained', detail: '' },
};
const completed: GenerationFact = { type: 'GenerationCompleted', data: { ...ids, attempt: 1, processingMs: 900 } };
const failed = (reason: 'abandoned' | 'render_failed', detail: string): GenerationFact => ({
  type: 'GenerationFailed',
  data: { ...ids, reason, detail },
});
const deleted: GenerationFact = { type: 'Deleted', data: { ...ids, deletedAt: at.toISOString() } };
const abandon: GenerationCommand = { type: 'AbandonGeneration', ...ids };
const giveUp = (now: string): GenerationCommand => ({
  type: 'GiveUp',
  generationId: ids.generationId,
  at: new Date(now),
});
const remove: Extract<GenerationCommand, { type: 'DeleteGeneration' }> = { type: 'DeleteGeneration', ...ids, at };

test('a request is recorded once', () => {
  given(generation).when(request).then(requested);
  given(generation, requested).when(request).thenNothing();
  given(generation, requested, started(1), completed).when(request).thenNothing();
});

test('a hold whose request never came is closed, and the request that comes later loses', () => {
  const abandoned = failed('abandoned', 'the request was cut off before it was recorded');
  given(generation).when(abandon).then(abandoned);
  given(generation, abandoned).when(request).thenRefuses(generationProblems.failed);
});

test('a request that came is not abandoned', () => {
  given(generation, requested).when(abandon).thenNothing();
});

test('a render is given up after three attempts, when the last worker’s lease is over', () => {
  const tried = [requested, started(1), started(2), started(3)];
  given(generation, ...tried)
    .when(giveUp(later))
    .then(failed('render_failed', 'no image after 3 attempts'));
  given(generation, ...tried)
    .when(giveUp('2026-11-20T10:00:14.000Z'))
    .thenNothing();
  given(generation, ...tried, completed)
    .when(giveUp(later))
    .thenNothing();
});

test('an attempt handed back at a shutdown does not count', () => {
  given(generation, requested, started(1), started(2), started(3), drained).when(giveUp(later)).thenNothing();
});

test('only the owner deletes, only what has ended, and only once', () => {
  given(generation, requested, completed).when(remove).then(deleted);
  given(generation, requested).when(remove).thenRefuses(generationProblems.unfinished);
  given(generation, requested, completed, deleted).when(remove).thenRefuses(generationProblems.notFound);
  given(generation).when(remove).thenRefuses(generationProblems.notFound);
  given(generation, requested, completed)
    .when({ ...remove, memberId: '99999999-9999-4999-8999-999999999999' })
    .thenRefuses(generationProblems.notFound);
});
