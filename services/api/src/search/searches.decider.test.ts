import type { SearchFact } from '@easel/contracts/search/events';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { MOST_A_DAY, searches, type SearchesCommand } from './searches.decider.ts';

const day = '2026-11-20';
const [mine, yours] = ['0123456789abcdef', 'fedcba9876543210'];
const perform = (words: string, mark: string): SearchesCommand => ({ type: 'PerformSearch', day, words, mark });
const performed = (words: string, mark: string): SearchFact => ({
  type: 'SearchPerformed',
  data: { day, words, mark },
});

test('a search is recorded', () => {
  given(searches).when(perform('red fox', mine)).then(performed('red fox', mine));
});

test('what it found is told where it is known, nothing included', () => {
  const { data } = performed('red fox', mine);
  for (const found of [0, 7])
    given(searches)
      .when({ ...perform('red fox', mine), found })
      .then({ type: 'SearchPerformed', data: { ...data, found } });
});

test('the same caller counts once a day for the same words, another besides', () => {
  const once = given(searches, performed('red fox', mine));
  once.when(perform('red fox', mine)).thenNothing();
  once.when(perform('red fox', yours)).then(performed('red fox', yours));
});

test('of a day as many are recorded as make a trend, and no more', () => {
  const facts = Array.from({ length: MOST_A_DAY }, (_, n) => performed('fox', n.toString(16).padStart(16, '0')));
  given(searches, ...facts.slice(1))
    .when(perform('owl', mine))
    .then(performed('owl', mine));
  given(searches, ...facts)
    .when(perform('owl', mine))
    .thenNothing();
});
