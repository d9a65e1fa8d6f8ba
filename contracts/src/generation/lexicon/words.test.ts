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
  ['dresses', 'dress'],
  ['volcanoes', 'volcano'],
  ['tomatoes', 'tomato'],
  ['wolves', 'wolf'],
  ['knives', 'knife'],
  ['canoes', 'canoe'],
  ['shoes', 'shoe'],
  ['waves', 'wave'],
  ['women', 'woman'],
  ['children', 'child'],
  ['mice', 'mouse'],
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

test.each([
  ['a beach without people', ['people'], 'beach'],
  ['no cars or bicycles, a street', ['car', 'bicycle'], 'street'],
  ['a lake without boats in the morning', ['boat'], 'morning'],
  ['no people and a red house', ['people'], 'house'],
  ['a red fox without a red hat', ['hat'], 'red'],
])('hears in %j what is not wanted', (prompt, unwanted, wanted) => {
  const words = new Words(prompt);
  for (const word of unwanted) {
    expect(words.says(word)).toBe(false);
    expect(words.refuses(word)).toBe(true);
  }
  expect(words.says(wanted)).toBe(true);
});

test.each(['hot dogs', 'a sea lion', 'guinea-pigs', 'a rock star', 'a house of cards'])(
  'hears no single word in %j',
  (prompt) => {
    expect(new Words(prompt).says('dog', 'lion', 'pig', 'star', 'house')).toBe(false);
  },
);

test('a word said twice counts twice, and the first place is told', () => {
  const words = new Words('sea, sea and sky');
  expect(words.count('sea', 'sky')).toBe(3);
  expect(words.placeOf('sky')).toBe(3);
  expect(words.placeOf('fire')).toBe(-1);
});

test('tells glasses to see through from glasses of something', () => {
  expect(new Words('glasses on a table').says('glass')).toBe(false);
  expect(new Words('two glasses of water').says('glass')).toBe(true);
});

test('knows which words follow a mark, a hyphen or figures', () => {
  const { sentence } = new Words('a fire-breathing dragon, night 3fa2');
  expect(sentence.map(({ text, isBehindMark, isTied, isCode }) => [text, isBehindMark, isTied, isCode])).toEqual([
    ['a', false, false, false],
    ['fire', false, false, false],
    ['breathing', false, true, false],
    ['dragon', false, false, false],
    ['night', true, false, false],
    ['fa', true, false, true],
  ]);
});
