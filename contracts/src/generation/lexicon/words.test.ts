import { expect, test } from 'vitest';
import { Words } from './words.ts';

test('plurals count as their singular, on both sides', () => {
  const words = new Words('Mountains, berries and GRASS');
  expect(words.says('mountain')).toBe(true);
  expect(words.says('berry')).toBe(true);
  expect(words.says('grass')).toBe(true);
  expect(new Words('a mountain').says('mountains')).toBe(true);
});

test.each([
  ['foxes', 'fox'],
  ['peaches', 'peach'],
  ['glasses', 'glass'],
  ['volcanoes', 'volcano'],
  ['tomatoes', 'tomato'],
  ['wolves', 'wolf'],
  ['knives', 'knife'],
  ['canoes', 'canoe'],
  ['shoes', 'shoe'],
  ['waves', 'wave'],
])('of %s, one is a %s', (several, one) => {
  expect(new Words(`two ${several}`).says(one)).toBe(true);
});

test('only whole words are heard', () => {
  expect(new Words('waterfall').says('water', 'fall')).toBe(false);
});

test('what is not wanted is not said', () => {
  const words = new Words('a sky with clouds', 'cloud');
  expect(words.says('cloud')).toBe(false);
  expect(words.refuses('clouds')).toBe(true);
});

test('a word said twice counts twice, and the first place is told', () => {
  const words = new Words('sea, sea and sky');
  expect(words.count('sea', 'sky')).toBe(3);
  expect(words.placeOf('sky')).toBe(3);
  expect(words.placeOf('fire')).toBe(-1);
});
