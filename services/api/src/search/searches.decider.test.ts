import type { SearchFact } from '@easel/contracts/search/events';
import { SEARCHED_BY, SEARCHED_FROM } from '@easel/contracts/search/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { MOST_A_DAY, searches, type SearchesCommand } from './searches.decider.ts';

const day = '2026-11-20';
const [mine, yours] = ['0123456789abcdef', 'fedcba9876543210'];
type Perform = Extract<SearchesCommand, { type: 'PerformSearch' }>;
const perform = (words: string, mark: string, more: Partial<Perform> = {}): SearchesCommand => ({
  type: 'PerformSearch',
  day,
  words,
  mark,
  verified: false,
  ...more,
});
const performed = (words: string, mark: string, more: object = {}): SearchFact => ({
  type: 'SearchPerformed',
  data: { day, words, mark, ...more },
});
const markOf = (n: number): string => n.toString(16).padStart(16, '0');

test('a search is recorded', () => {
  given(searches).when(perform('red fox', mine)).then(performed('red fox', mine));
});

test('what it found is told where it is known, nothing included', () => {
  const { data } = performed('red fox', mine);
  for (const found of [0, 7])
    given(searches)
      .when(perform('red fox', mine, { found }))
      .then({ type: 'SearchPerformed', data: { ...data, found } });
});

test('the same caller counts once a day for the same words, another besides', () => {
  const once = given(searches, performed('red fox', mine));
  once.when(perform('red fox', mine)).thenNothing();
  once.when(perform('red fox', yours)).then(performed('red fox', yours));
});

describe('for what is trending', () => {
  const network = 'aaaaaaaaaaaaaaaa';
  const counts = true;

  test('a search counts where the address of its member is verified', () => {
    given(searches)
      .when(perform('red fox', mine, { verified: true }))
      .then(performed('red fox', mine, { counts }));
    given(searches)
      .when(perform('red fox', mine, { verified: true, network }))
      .then(performed('red fox', mine, { counts, network }));
    given(searches)
      .when(perform('red fox', mine, { verified: false, network }))
      .then(performed('red fox', mine));
  });

  test('of one network fewer count than are needed, and others go on', () => {
    expect(SEARCHED_FROM).toBeLessThan(SEARCHED_BY);
    const full = given(
      searches,
      ...Array.from({ length: SEARCHED_FROM }, (_, n) => performed('red fox', markOf(n), { counts, network })),
    );
    full.when(perform('red fox', mine, { verified: true, network })).then(performed('red fox', mine));
    const other = 'bbbbbbbbbbbbbbbb';
    full
      .when(perform('red fox', mine, { verified: true, network: other }))
      .then(performed('red fox', mine, { counts, network: other }));
    full.when(perform('red fox', mine, { verified: true })).then(performed('red fox', mine, { counts }));
  });

  test('a search that counted is withdrawn once, one that did not is left alone', () => {
    const both = [performed('red fox', mine, { counts }), performed('owl', yours)];
    const withdraw: SearchesCommand = { type: 'WithdrawSearches', day, marks: [mine, yours] };
    const withdrawn: SearchFact = { type: 'SearchWithdrawn', data: { day, words: 'red fox', mark: mine } };
    given(searches, ...both)
      .when(withdraw)
      .then(withdrawn);
    given(searches, ...both, withdrawn)
      .when(withdraw)
      .thenNothing();
    given(searches, ...both, withdrawn)
      .when(perform('red fox', mine, { verified: true }))
      .thenNothing();
  });
});

test('of a day as many are recorded as make a trend, half of them only where they count', () => {
  const facts = Array.from({ length: MOST_A_DAY }, (_, n) => performed('fox', markOf(n)));
  const verified = true;
  const half = facts.slice(MOST_A_DAY / 2);
  given(searches, ...half.slice(1))
    .when(perform('owl', mine))
    .then(performed('owl', mine));
  given(searches, ...half)
    .when(perform('owl', mine))
    .thenNothing();
  given(searches, ...half)
    .when(perform('owl', mine, { verified }))
    .then(performed('owl', mine, { counts: true }));
  given(searches, ...facts)
    .when(perform('owl', mine, { verified }))
    .thenNothing();
});
