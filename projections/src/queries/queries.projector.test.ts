import { randomUUID } from 'node:crypto';
import type { QueryFact } from '@easel/contracts/columns/events';
import { queriesStream } from '@easel/contracts/columns/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { queries } from './queries.projector.ts';

const given = givenFor(queries);
const recorder = new Recorder();
const record = (fact: QueryFact): Recorded => recorder.record(queriesStream.name, fact);

const savedAt = '2026-11-28T10:00:00.000Z';
const changedAt = '2026-11-28T11:00:00.000Z';
const [sales, failures] = [randomUUID(), randomUUID()];
const saved = (queryId: string, name: string): Recorded =>
  record({
    type: 'QuerySaved',
    data: { queryId, actionId: randomUUID(), name, sql: 'select 1', chart: 'bars', savedAt },
  });
const set = (queryId: string, isAlarm = true): Recorded =>
  record({
    type: 'AlarmSet',
    data: {
      queryId,
      actionId: randomUUID(),
      alarm: isAlarm ? { side: 'above', threshold: 2.5 } : null,
      reason: 'to be known',
    },
  });
const raised = (queryId: string): Recorded =>
  record({
    type: 'AlarmStateChanged',
    data: { queryId, state: 'raised', value: 3, position: '7', changedAt },
  });

const row = (query_id: string, name: string) => ({ query_id, name, chart: 'bars', saved_by: 'test' });
const none = { alarm_side: null, threshold: null, alarm_state: null, alarm_value: null };

test('a query stands as it was saved last, until it is deleted', async () => {
  await given(
    saved(sales, 'Sales'),
    saved(failures, 'Failures'),
    saved(sales, 'Revenue'),
    record({ type: 'QueryDeleted', data: { queryId: failures, actionId: randomUUID() } }),
  ).thenRows('saved_query', { ...row(sales, 'Revenue'), ...none, version: 2 });
});

test('an alarm keeps its state when its query is revised, and begins quiet when it is set anew', async () => {
  await given(
    saved(sales, 'Sales'),
    set(sales),
    raised(sales),
    saved(sales, 'Sales of today'),
    saved(failures, 'Failures'),
    set(failures),
    raised(failures),
    set(failures),
  ).thenRows(
    'saved_query',
    {
      ...row(sales, 'Sales of today'),
      alarm_side: 'above',
      threshold: 2.5,
      alarm_state: 'raised',
      alarm_value: '3',
      alarm_changed_at: new Date(changedAt),
    },
    { ...row(failures, 'Failures'), alarm_side: 'above', threshold: 2.5, alarm_state: 'quiet', alarm_value: null },
  );
});

test('what is an alarm no longer has no state, whatever is told of it late', async () => {
  await given(saved(sales, 'Sales'), set(sales), set(sales, false), raised(sales)).thenRows('saved_query', {
    ...row(sales, 'Sales'),
    ...none,
    alarm_changed_at: null,
  });
});
