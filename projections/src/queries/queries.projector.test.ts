import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import { queriesStream } from '@easel/contracts/queries/stream';
import { test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { queries } from './queries.projector.ts';

const given = givenFor(queries);
const recorder = new Recorder();
const operatorId = randomUUID();
const savedAt = '2026-11-20T10:00:00.000Z';

const saved = (queryId: string, name: string, filter: object): Recorded =>
  recorder.record(queriesStream.nameOf(operatorId), {
    type: 'QuerySaved',
    data: { operatorId, queryId, name, filter, savedAt },
  });
const deleted = (queryId: string): Recorded =>
  recorder.record(queriesStream.nameOf(operatorId), {
    type: 'QueryDeleted',
    data: { operatorId, queryId, deletedAt: savedAt },
  });

test('a query is kept as it was saved last, until it is deleted', async () => {
  const [failures, money, gone] = [randomUUID(), randomUUID(), randomUUID()].toSorted() as [string, string, string];
  await given(
    saved(failures, 'Failures', { type: ['GenerationFailed'] }),
    saved(gone, 'Gone', { q: 'x' }),
    saved(money, 'Money', { q: 'top' }),
    deleted(gone),
    saved(money, 'Money', { q: 'top-up' }),
  ).thenRows(
    'query',
    { id: failures, operator_id: operatorId, name: 'Failures', filter: { type: ['GenerationFailed'] } },
    { id: money, operator_id: operatorId, name: 'Money', filter: { q: 'top-up' }, saved_at: new Date(savedAt) },
  );
});
