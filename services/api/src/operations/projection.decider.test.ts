import type { OperationFact } from '@easel/contracts/operations/events';
import { operationProblems } from '@easel/contracts/operations/http';
import { type RebuildOutcome, rebuildOutcomes } from '@easel/contracts/operations/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, test } from 'vitest';
import { projection, type ProjectionCommand } from './projection.decider.ts';

let actions = 0;
const action = (name = 'gallery') => ({
  projection: name,
  actionId: `44444444-4444-4444-8444-${String(++actions).padStart(12, '0')}`,
  reason: 'a look',
});
const pause = (known = action()): ProjectionCommand => ({ type: 'PauseProjection', ...known });
const resume = (known = action()): ProjectionCommand => ({ type: 'ResumeProjection', ...known });
const rebuild = (known = action()): ProjectionCommand => ({
  type: 'RequestRebuild',
  acceptDifference: true,
  ...known,
});
const cancel = (runId: string, known = action()): ProjectionCommand => ({ type: 'CancelRebuild', runId, ...known });
const retry = (known = action()): ProjectionCommand => ({ type: 'RetryPartition', partition: 'one', ...known });
const paused = (known = action()): OperationFact => ({ type: 'ProjectionPaused', data: known });
const resumed = (known = action()): OperationFact => ({ type: 'ProjectionResumed', data: known });
const requested = (runId = action().actionId): OperationFact => ({
  type: 'RebuildRequested',
  data: { projection: 'gallery', runId, acceptDifference: true, reason: 'a look' },
});
const cancelled = (runId: string): OperationFact => ({ type: 'RebuildCancelled', data: { ...action(), runId } });
const run = action().actionId;
const swapBegun: OperationFact = { type: 'RebuildSwapBegun', data: { projection: 'gallery', runId: run } };
const ended = (outcome: RebuildOutcome): OperationFact => ({
  type: 'RebuildEnded',
  data: { projection: 'gallery', runId: run, outcome },
});

describe('a projection', () => {
  test('is paused and resumed, each once', () => {
    const known = action();
    given(projection).when(pause(known)).then(paused(known));
    given(projection, paused()).when(pause()).thenRefuses(operationProblems.alreadyPaused);
    given(projection, paused()).when(resume(known)).then(resumed(known));
    given(projection).when(resume()).thenRefuses(operationProblems.notPaused);
    given(projection, paused(), resumed()).when(pause(known)).then(paused(known));
  });

  test('is not touched by a repeat of what is done', () => {
    const known = action();
    given(projection, paused(known), resumed()).when(pause(known)).thenNothing();
    given(projection, paused(), resumed(known), paused()).when(resume(known)).thenNothing();
    given(projection, requested(known.actionId)).when(rebuild(known)).thenNothing();
    given(projection, { type: 'PartitionRetryRequested', data: { ...known, partition: 'one' } })
      .when(retry(known))
      .thenNothing();
    given(projection, requested(run), { type: 'RebuildCancelled', data: { ...known, runId: run } })
      .when(cancel(run, known))
      .thenNothing();
  });

  test('has to be one that there is', () => {
    for (const command of [pause, resume, rebuild, retry]) {
      given(projection)
        .when(command(action('secrets')))
        .thenRefuses(operationProblems.notFound);
    }
    given(projection)
      .when(cancel(run, action('toString')))
      .thenRefuses(operationProblems.notFound);
  });
});

describe('a rebuild', () => {
  test('is named by the action that asked for it', () => {
    const known = action();
    given(projection).when(rebuild(known)).then(requested(known.actionId));
    given(projection, paused()).when(rebuild(known)).then(requested(known.actionId));
  });

  test('is asked for again only when the one before it is over', () => {
    const known = action();
    given(projection, requested(run)).when(rebuild()).thenRefuses(operationProblems.rebuildOpen);
    given(projection, requested(run), swapBegun).when(rebuild()).thenRefuses(operationProblems.rebuildOpen);
    given(projection, requested(run), cancelled(run)).when(rebuild(known)).then(requested(known.actionId));
    for (const outcome of rebuildOutcomes) {
      given(projection, requested(run), ended(outcome)).when(rebuild(known)).then(requested(known.actionId));
    }
  });

  test('can be called off, once, and only where somebody asked for it', () => {
    const known = action();
    given(projection, requested(run))
      .when(cancel(run, known))
      .then({ type: 'RebuildCancelled', data: { ...known, runId: run } });
    given(projection, requested(run), cancelled(run)).when(cancel(run)).thenRefuses(operationProblems.alreadyCancelled);
    given(projection).when(cancel(run)).thenRefuses(operationProblems.runNotFound);
    given(projection, requested(run)).when(cancel(action().actionId)).thenRefuses(operationProblems.runNotFound);
  });

  test('cannot be called off any more once its swap has begun, whatever comes of it', () => {
    given(projection, requested(run), swapBegun).when(cancel(run)).thenRefuses(operationProblems.swapBegun);
    given(projection, requested(run), swapBegun, ended('swapped'))
      .when(cancel(run))
      .thenRefuses(operationProblems.swapped);
    for (const outcome of ['different', 'failed', 'unknown'] as const) {
      given(projection, requested(run), ended(outcome)).when(cancel(run)).thenRefuses(operationProblems.rebuildEnded);
    }
  });
});

test('a partition is tried again as often as somebody asks', () => {
  const [first, second] = [action(), action()];
  given(projection, { type: 'PartitionRetryRequested', data: { ...first, partition: 'one' } })
    .when(retry(second))
    .then({ type: 'PartitionRetryRequested', data: { ...second, partition: 'one' } });
});
