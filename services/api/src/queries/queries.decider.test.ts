import { randomUUID } from 'node:crypto';
import type { QueryFact } from '@easel/contracts/queries/events';
import { queryProblems } from '@easel/contracts/queries/http';
import { QUERIES_MAX } from '@easel/contracts/queries/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { queries, queryNamed, type QueriesCommand } from './queries.decider.ts';

const operatorId = randomUUID();
const [first, second] = [randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');
const failures = { type: ['GenerationFailed'] };
const top = { q: 'top-up' };

const save = (queryId: string, name: string, filter: { type?: string[]; q?: string } = failures): QueriesCommand => ({
  type: 'SaveQuery',
  operatorId,
  queryId,
  name,
  filter,
  at,
});
const remove = (queryId: string): QueriesCommand => ({ type: 'DeleteQuery', operatorId, queryId, at });
const saved = (queryId: string, name: string, filter: { type?: string[]; q?: string } = failures): QueryFact => ({
  type: 'QuerySaved',
  data: { operatorId, queryId, name, filter, savedAt: at.toISOString() },
});
const deleted = (queryId: string): QueryFact => ({
  type: 'QueryDeleted',
  data: { operatorId, queryId, deletedAt: at.toISOString() },
});

test('a query is kept under its name', () => {
  given(queries).when(save(first, 'Failures')).then(saved(first, 'Failures'));
  given(queries, saved(first, 'Failures'))
    .when(save(second, 'Money', top))
    .then(saved(second, 'Money', top));
});

test('what is saved again changes nothing, under another filter it is the same query', () => {
  given(queries, saved(first, 'Failures')).when(save(second, 'Failures')).then();
  given(queries, saved(first, 'Failures'))
    .when(save(second, 'Failures', top))
    .then(saved(first, 'Failures', top));
  const { evolve, initial } = queries;
  const state = [saved(first, 'Failures'), saved(first, 'Failures', top)].reduce(evolve, initial());
  expect(queryNamed(state, 'Failures')).toEqual({ queryId: first, name: 'Failures', filter: top });
});

test('a repeat of what saved it does not bring a deleted one back', () => {
  given(queries, saved(first, 'Failures'), deleted(first)).when(save(first, 'Failures')).then();
  given(queries, saved(first, 'Failures'), deleted(first))
    .when(save(second, 'Failures'))
    .then(saved(second, 'Failures'));
});

test('one’s own are deleted, once; what is not there is refused', () => {
  given(queries, saved(first, 'Failures')).when(remove(first)).then(deleted(first));
  given(queries, saved(first, 'Failures'), deleted(first)).when(remove(first)).then();
  given(queries, saved(first, 'Failures')).when(remove(second)).thenRefuses(queryProblems.notFound);
});

test('of too many the next is refused, of a name that is taken not', () => {
  const many = Array.from({ length: QUERIES_MAX }, (_, index) => saved(randomUUID(), `Query ${index}`));
  given(queries, ...many)
    .when(save(first, 'One more'))
    .thenRefuses(queryProblems.tooMany);
  expect(queries.decide(save(first, 'Query 7', top), many.reduce(queries.evolve, queries.initial()))).toHaveLength(1);
});

test.each([save(first, 'mira@easel.local'), save(first, 'Mira', { q: 'paid mira@easel.local' })])(
  'nobody’s address gets into the log',
  (command) => {
    given(queries).when(command).thenRefuses(queryProblems.personal);
  },
);
