import { randomUUID } from 'node:crypto';
import type { FilterFact } from '@easel/contracts/filters/events';
import { filterProblems } from '@easel/contracts/filters/http';
import { EVENT_FILTERS_MAX } from '@easel/contracts/filters/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { filters, filterNamed, type FiltersCommand } from './filters.decider.ts';

const operatorId = randomUUID();
const [first, second] = [randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');
const failures = { type: ['GenerationFailed'] };
const top = { q: 'top-up' };

const save = (filterId: string, name: string, filter: { type?: string[]; q?: string } = failures): FiltersCommand => ({
  type: 'SaveFilter',
  operatorId,
  filterId,
  name,
  filter,
  at,
});
const remove = (filterId: string): FiltersCommand => ({ type: 'DeleteFilter', operatorId, filterId, at });
const saved = (filterId: string, name: string, filter: { type?: string[]; q?: string } = failures): FilterFact => ({
  type: 'EventFilterSaved',
  data: { operatorId, filterId, name, filter, savedAt: at.toISOString() },
});
const deleted = (filterId: string): FilterFact => ({
  type: 'EventFilterDeleted',
  data: { operatorId, filterId, deletedAt: at.toISOString() },
});

test('a filter is kept under its name', () => {
  given(filters).when(save(first, 'Failures')).then(saved(first, 'Failures'));
  given(filters, saved(first, 'Failures'))
    .when(save(second, 'Money', top))
    .then(saved(second, 'Money', top));
});

test('what is saved again changes nothing, under another filter it is the same filter', () => {
  given(filters, saved(first, 'Failures')).when(save(second, 'Failures')).thenNothing();
  given(filters, saved(first, 'Failures'))
    .when(save(second, 'Failures', top))
    .then(saved(first, 'Failures', top));
  const { evolve, initial } = filters;
  const state = [saved(first, 'Failures'), saved(first, 'Failures', top)].reduce(evolve, initial());
  expect(filterNamed(state, 'Failures')).toEqual({ filterId: first, name: 'Failures', filter: top });
});

test('a repeat of what saved it does not bring a deleted one back', () => {
  given(filters, saved(first, 'Failures'), deleted(first)).when(save(first, 'Failures')).thenNothing();
  given(filters, saved(first, 'Failures'), deleted(first))
    .when(save(second, 'Failures'))
    .then(saved(second, 'Failures'));
});

test('one’s own are deleted, once; what is not there is refused', () => {
  given(filters, saved(first, 'Failures')).when(remove(first)).then(deleted(first));
  given(filters, saved(first, 'Failures'), deleted(first)).when(remove(first)).thenNothing();
  given(filters, saved(first, 'Failures')).when(remove(second)).thenRefuses(filterProblems.notFound);
});

test('of too many the next is refused, of a name that is taken not', () => {
  const many = Array.from({ length: EVENT_FILTERS_MAX }, (_, index) => saved(randomUUID(), `Filter ${index}`));
  given(filters, ...many)
    .when(save(first, 'One more'))
    .thenRefuses(filterProblems.tooMany);
  expect(filters.decide(save(first, 'Filter 7', top), many.reduce(filters.evolve, filters.initial()))).toHaveLength(1);
});

test.each([save(first, 'mira@easel.local'), save(first, 'Mira', { q: 'paid mira@easel.local' })])(
  'nobody’s address gets into the log',
  (command) => {
    given(filters).when(command).thenRefuses(filterProblems.personal);
  },
);
