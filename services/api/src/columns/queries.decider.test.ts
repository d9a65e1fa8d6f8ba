import { randomUUID } from 'node:crypto';
import type { QueryFact } from '@easel/contracts/columns/events';
import { ALARMS_MAX, QUERIES_MAX } from '@easel/contracts/columns/policy';
import { queryProblems } from '@easel/contracts/columns/problems';
import { given } from '@easel/kernel/testing/given';
import { describe, test } from 'vitest';
import { queries, type QueryCommand } from './queries.decider.ts';

const [first, second] = [randomUUID(), randomUUID()];
const action = randomUUID();
const at = new Date('2026-11-28T10:00:00Z');
const asked = { sql: 'select 1', chart: 'none' } as const;

const save = (queryId: string, version: number, name = 'Sales'): QueryCommand => ({
  type: 'SaveQuery',
  queryId,
  actionId: action,
  version,
  name,
  ...asked,
  at,
});
const saved = (queryId: string, name = 'Sales', actionId: string = randomUUID()): QueryFact => ({
  type: 'QuerySaved',
  data: { queryId, actionId, name, ...asked, savedAt: at.toISOString() },
});
const remove = (queryId: string): QueryCommand => ({ type: 'DeleteQuery', queryId, actionId: action });
const removed = (queryId: string, actionId: string = action): QueryFact => ({
  type: 'QueryDeleted',
  data: { queryId, actionId },
});

test('a query is kept, and revised by whoever has seen it as it stands', () => {
  given(queries)
    .when(save(first, 0))
    .then(saved(first, 'Sales', action));
  given(queries, saved(first))
    .when(save(first, 1, 'Revenue'))
    .then(saved(first, 'Revenue', action));
  given(queries, saved(first), saved(first)).when(save(first, 1)).thenRefuses(queryProblems.changed);
  given(queries).when(save(first, 1)).thenRefuses(queryProblems.notFound);
});

test('a name is one query’s, however it is written', () => {
  given(queries, saved(first, 'Cafés'))
    .when(save(second, 0, 'Cafe\u0301s'))
    .thenRefuses(queryProblems.nameTaken);
  given(queries, saved(first))
    .when(save(second, 0, ' sales '))
    .thenRefuses(queryProblems.nameTaken);
  given(queries, saved(first), removed(first, randomUUID()))
    .when(save(second, 0))
    .then(saved(second, 'Sales', action));
});

test('what is deleted is gone, once', () => {
  given(queries, saved(first)).when(remove(first)).then(removed(first));
  given(queries).when(remove(first)).thenRefuses(queryProblems.notFound);
  given(queries, saved(first), removed(first)).when(remove(first)).thenNothing();
});

test('a repeat is nothing new', () => {
  given(queries, saved(first, 'Sales', action))
    .when(save(first, 0))
    .thenNothing();
});

test('no more are kept than people look through', () => {
  const full = Array.from({ length: QUERIES_MAX }, (_, index) => saved(randomUUID(), `Query ${index}`));
  given(queries, ...full)
    .when(save(first, 0))
    .thenRefuses(queryProblems.tooMany);
});

describe('an alarm', () => {
  const above = { side: 'above', threshold: 5 } as const;
  const set = (queryId: string, alarm: typeof above | null): QueryCommand => ({
    type: 'SetAlarm',
    queryId,
    actionId: action,
    alarm,
    reason: 'too many failures',
  });
  const isSet = (queryId: string, alarm: typeof above | null, actionId: string = action): QueryFact => ({
    type: 'AlarmSet',
    data: { queryId, actionId, alarm, reason: 'too many failures' },
  });

  test('is a query with a threshold, and may be none again', () => {
    given(queries, saved(first)).when(set(first, above)).then(isSet(first, above));
    given(queries, saved(first), isSet(first, above, randomUUID()))
      .when(set(first, null))
      .then(isSet(first, null));
    given(queries).when(set(first, above)).thenRefuses(queryProblems.notFound);
  });

  test('stays one when its query is revised', () => {
    const many = Array.from({ length: ALARMS_MAX }, () => randomUUID());
    const alarms = many.flatMap((id, index) => [saved(id, `Query ${index}`), isSet(id, above, randomUUID())]);
    const revised = saved(many[0] ?? '', 'Query 0');
    given(queries, ...alarms, revised, saved(first))
      .when(set(first, above))
      .thenRefuses(queryProblems.tooManyAlarms);
    given(queries, ...alarms, isSet(many[0] ?? '', null, randomUUID()), saved(first))
      .when(set(first, above))
      .then(isSet(first, above));
  });
});
