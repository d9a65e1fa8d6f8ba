import { randomUUID } from 'node:crypto';
import type { FavoriteFact } from '@easel/contracts/favorites/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { favorites, outcomeOf, REMEMBERED, type FavoritesCommand } from './favorites.decider.ts';

const memberId = randomUUID();
const [fox, owl] = [randomUUID(), randomUUID()];
const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');

const toggle = (generationId: string, key: string): FavoritesCommand => ({
  type: 'ToggleFavorite',
  memberId,
  generationId,
  key,
  at,
});
const toggled = (generationId: string, isFavorite: boolean, key: string): FavoriteFact => ({
  type: 'FavoriteToggled',
  data: { memberId, generationId, isFavorite, key, toggledAt: at.toISOString() },
});

test('toggling chooses, and toggling again takes it back', () => {
  given(favorites)
    .when(toggle(fox, first))
    .then(toggled(fox, true, first));
  given(favorites, toggled(fox, true, first))
    .when(toggle(fox, second))
    .then(toggled(fox, false, second));
  given(favorites, toggled(fox, true, first), toggled(fox, false, second))
    .when(toggle(fox, third))
    .then(toggled(fox, true, third));
});

test('one generation has nothing to do with another', () => {
  given(favorites, toggled(fox, true, first))
    .when(toggle(owl, second))
    .then(toggled(owl, true, second));
});

test('a repeat changes nothing, also after another toggle, and its outcome stays what it was', () => {
  given(favorites, toggled(fox, true, first))
    .when(toggle(fox, first))
    .thenNothing();
  const later = given(favorites, toggled(fox, true, first), toggled(fox, false, second));
  later.when(toggle(fox, first)).thenNothing();
  later.when(toggle(fox, second)).thenNothing();
  expect(outcomeOf(later.state(), first)).toBe(true);
  expect(outcomeOf(later.state(), second)).toBe(false);
  expect(outcomeOf(later.state(), third)).toBeUndefined();
});

test('as many outcomes are remembered as anybody repeats, and no more', () => {
  const facts = Array.from({ length: REMEMBERED + 1 }, (_, n) => toggled(fox, n % 2 === 0, randomUUID()));
  const { settled, chosen } = given(favorites, ...facts).state();
  expect(settled).toHaveLength(REMEMBERED);
  expect(settled[0]?.key).toBe(facts[1]?.data.key);
  expect(chosen).toEqual({ [fox]: true });
});

test('what is folded can be kept as JSON', () => {
  const state = given(favorites, toggled(fox, true, first), toggled(owl, true, second)).state();
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});
