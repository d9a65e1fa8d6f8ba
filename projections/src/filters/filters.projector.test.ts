import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import { filtersStream } from '@easel/contracts/filters/stream';
import { test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { filters } from './filters.projector.ts';

const given = givenFor(filters);
const recorder = new Recorder();
const operatorId = randomUUID();
const savedAt = '2026-11-20T10:00:00.000Z';

const saved = (filterId: string, name: string, filter: object): Recorded =>
  recorder.record(filtersStream.nameOf(operatorId), {
    type: 'EventFilterSaved',
    data: { operatorId, filterId, name, filter, savedAt },
  });
const deleted = (filterId: string): Recorded =>
  recorder.record(filtersStream.nameOf(operatorId), {
    type: 'EventFilterDeleted',
    data: { operatorId, filterId, deletedAt: savedAt },
  });

test('a filter is kept as it was saved last, until it is deleted', async () => {
  const [failures, money, gone] = [randomUUID(), randomUUID(), randomUUID()].toSorted() as [string, string, string];
  await given(
    saved(failures, 'Failures', { type: ['GenerationFailed'] }),
    saved(gone, 'Gone', { q: 'x' }),
    saved(money, 'Money', { q: 'top' }),
    deleted(gone),
    saved(money, 'Money', { q: 'top-up' }),
  ).thenRows(
    'event_filter',
    { id: failures, operator_id: operatorId, name: 'Failures', filter: { type: ['GenerationFailed'] } },
    { id: money, operator_id: operatorId, name: 'Money', filter: { q: 'top-up' }, saved_at: new Date(savedAt) },
  );
});
