import { describe, expect, test } from 'vitest';
import { askedFor, type Request } from './asked.ts';
import { composerOf } from './choice.ts';
import { repertoire } from './repertoire.ts';
import { places, spelled, things } from './things.ts';
import { toldOf } from './telling.ts';
import { understandingOf } from './understanding.ts';

const request = (prompt: string, over: Partial<Request> = {}): Request => ({
  prompt,
  negativePrompt: '',
  style: 'auto',
  transparent: false,
  ...over,
});
const told = (prompt: string, over: Partial<Request> = {}) =>
  toldOf(understandingOf(askedFor(request(prompt, over)), prompt));

test('subject and scenery are named, as their author calls them', () => {
  expect(told('a red fox in the snow')).toEqual({
    drawn: 'fox, snow',
    instead: null,
    missing: null,
    unsettable: null,
  });
  expect(told('golden retriever puppy in a meadow').drawn).toBe('retriever, meadow');
  expect(told('a hot air balloon over the hills').drawn).toBe('hot air balloon, hills');
});

test('where one is drawn of several, one is promised', () => {
  expect(told('two cats under a blanket').drawn).toBe('one cat');
  expect(told('red foxes in the snow').drawn).toBe('one fox, snow');
});

test('what belongs to the picture of a thing is not missed', () => {
  expect(told('a lighthouse on a cliff').missing).toBeNull();
});

test('a relative is said to be one', () => {
  expect(told('a hummingbird')).toMatchObject({ drawn: null, instead: 'butterfly for hummingbird' });
});

test('what a picture cannot show beside its subject is said to be left out', () => {
  expect(told('a cat wearing a hat').missing).toBe('hat');
  expect(told('a chef riding a horse')).toMatchObject({ drawn: 'chef', missing: 'horse' });
});

test('says that one is drawn of several, by any word for them', () => {
  expect(told('two dogs in a park').drawn).toBe('one dog, meadow');
  expect(told('puppies in a basket').drawn).toBe('one puppy');
});

test('names what is always drawn as several in the plural', () => {
  expect(told('a pair of glasses').drawn).toBe('glasses');
  expect(told('a balloon').drawn).toBe('balloons');
});

test.each([
  ['a vintage typewriter with paper', 'typewriter or paper'],
  ['a zorblax, dramatic light', 'zorblax'],
])('%j becomes an abstract composition, and says why', (prompt, word) => {
  const understanding = understandingOf(askedFor(request(prompt)), prompt);
  expect(toldOf(understanding).missing).toBe(`I cannot draw ${word} yet; this becomes an abstract composition`);
  expect(['flow', 'geometric']).toContain(understanding.composer);
  expect(understanding.near.length).toBeGreaterThan(2);
});

test('every near idea can be drawn', () => {
  for (const prompt of [
    'a vintage typewriter',
    'a nurse',
    'spaghetti',
    'a snake',
    'a factory',
    'a truck',
    'a tornado',
    'zorblax',
  ])
    for (const idea of understandingOf(askedFor(request(prompt)), prompt).near)
      expect({ idea, ...told(idea) }).toMatchObject({ instead: null, missing: null });
});

test('mood alone names nothing', () => {
  expect(told('beautiful cinematic light')).toMatchObject({ drawn: null });
});

test('what is not wanted is not promised', () => {
  expect(told('a fox in the snow', { negativePrompt: 'snow' }).drawn).toBe('fox');
});

test('words to be read are no things that are missing', () => {
  expect(told('poster "Jazz night in Berlin"')).toMatchObject({ drawn: 'the words', missing: null });
  expect(told('a frobnication', { lettering: 'Come in' }).drawn).toBe('the words');
});

describe('the repertoire', () => {
  const own = Object.entries({ ...things, ...places }).flatMap(([name, list]) =>
    spelled(list).own.map((word) => ({ name, word })),
  );

  test.each(own)('$word asks for $name', ({ name, word }) => {
    const asked = askedFor(request(word));
    expect(composerOf(asked, word)).toEqual({ name: expect.any(String), heard: true });
    expect(understandingOf(asked, word).understood[0]).toMatchObject({ relative: false });
    expect([name, ...(shared.has(word) ? ['astronaut'] : [])]).toContain(
      understandingOf(asked, word).understood[0]?.name,
    );
  });

  test('no word stands for two things of one shelf', () => {
    for (const shelf of Object.values(repertoire).flat()) {
      const words = Object.values(shelf.things).flatMap((list) => spelled(list).own);
      expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
    }
  });
});

/** Words that another composer answers just as well. */
const shared = new Set(['astronaut', 'cosmonaut', 'spaceman']);

test.each([
  ['words that were asked for', 'a red fox', { lettering: 'Лиса 7 €' }, ['Л', 'и', 'с', 'а']],
  ['words that a poster quotes', 'poster that says "Love ❤️"', {}, ['❤️']],
  [
    'words that an animal does not show',
    'a red fox "Рыжик" beside a bear and a wolf in the forest, photo of an animal',
    {},
    [],
  ],
  ['no words', 'poster that says "Лиса"', { lettering: '' }, []],
  ['words that can be set', 'poster that says "Tiếng Việt, 50 €"', {}, []],
])('reports what cannot be set of %s', (_what, prompt, over, unsettable) => {
  expect(understandingOf(askedFor(request(prompt, over)), prompt).unsettable).toEqual(unsettable);
});
