import { randomUUID } from 'node:crypto';
import type { OperationFact } from '@easel/contracts/operations/events';
import type { RebuildOutcome } from '@easel/contracts/operations/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, test } from 'vitest';
import { type RebuildCommand, rebuilds } from './rebuilds.decider.ts';

const projection = 'gallery';
const runId = randomUUID();
const action = { projection, actionId: randomUUID(), reason: 'a look' };
const requested = (id = runId): OperationFact => ({
  type: 'RebuildRequested',
  data: { projection, runId: id, acceptDifference: false, reason: 'a look' },
});
const cancelled: OperationFact = { type: 'RebuildCancelled', data: { ...action, runId } };
const swapBegun: OperationFact = { type: 'RebuildSwapBegun', data: { projection, runId } };
const ended = (outcome: RebuildOutcome): OperationFact => ({
  type: 'RebuildEnded',
  data: { projection, runId, outcome },
});
const beginSwap: RebuildCommand = { type: 'BeginSwap', projection, runId };
const end = (outcome: RebuildOutcome): RebuildCommand => ({ type: 'EndRebuild', projection, runId, outcome });

describe('the swap of a rebuild', () => {
  test('begins once, unless the rebuild was cancelled or has ended', () => {
    given(rebuilds, requested(), requested(randomUUID())).when(beginSwap).then(swapBegun);
    given(rebuilds, requested(), swapBegun).when(beginSwap).thenNothing();
    given(rebuilds, requested(), cancelled).when(beginSwap).thenNothing();
    given(rebuilds, requested(), ended('failed')).when(beginSwap).thenNothing();
    given(rebuilds).when(beginSwap).thenNothing();
  });

  test('is no matter of pauses and parked facts', () => {
    given(
      rebuilds,
      requested(),
      { type: 'ProjectionPaused', data: action },
      { type: 'ProjectionResumed', data: action },
      { type: 'PartitionRetryRequested', data: { ...action, partition: 'one' } },
    )
      .when(beginSwap)
      .then(swapBegun);
  });
});

describe('a rebuild', () => {
  test('ends once, unless it was cancelled', () => {
    given(rebuilds, requested(), swapBegun).when(end('swapped')).then(ended('swapped'));
    given(rebuilds, requested()).when(end('different')).then(ended('different'));
    given(rebuilds, requested(), ended('different')).when(end('swapped')).thenNothing();
    given(rebuilds, requested(), cancelled).when(end('failed')).thenNothing();
    given(rebuilds).when(end('failed')).thenNothing();
  });
});
