import { describe, expect, test } from 'vitest';
import { askedFor, type Request } from './asked.ts';
import { enhancedOf } from './enhancing.ts';
import { things } from './things.ts';
import { understandingOf } from './understanding.ts';

const request = (prompt: string, over: Partial<Request> = {}): Request => ({
  prompt,
  negativePrompt: '',
  style: 'auto',
  transparent: false,
  ...over,
});
const read = (prompt: string) => understandingOf(askedFor(request(prompt)), prompt);

test('what a prompt leaves open is said: where, in what weather, in what light', () => {
  const enhanced = enhancedOf(request('a red fox.'), 0);
  expect(enhanced?.prompt).toMatch(/^a red fox, /);
  expect(enhanced?.prompt).toBe(`a red fox, ${enhanced?.added.join(', ')}`);
  expect(enhanced?.added.length).toBeGreaterThan(1);
});

test('what it says itself stays its own', () => {
  for (const turn of [0, 1, 2, 3]) {
    const added = enhancedOf(request('a fox in the snow at night'), turn)?.added.join(' ') ?? '';
    expect(added).not.toMatch(/sunset|sunrise|starry|meadow|forest|mist/);
  }
});

test.each([
  ['a ceramic teapot', /forest|meadow|hills|mountains|rain|mist/],
  ['a whale', /forest|meadow|hills|mountains/],
])('%j is put nowhere that nobody would look for it', (prompt, elsewhere) => {
  for (const turn of [0, 1, 2, 3]) expect(enhancedOf(request(prompt), turn)?.added.join(' ')).not.toMatch(elsewhere);
});

test('another turn says something else, the same turn the same', () => {
  const turns = [0, 1, 2].map((turn) => enhancedOf(request('a lighthouse on a cliff'), turn)?.prompt);
  expect(new Set(turns).size).toBeGreaterThan(1);
  expect(enhancedOf(request('a lighthouse on a cliff'), 1)?.prompt).toBe(turns[1]);
});

test.each(['', 'zorblax', 'geometric pattern of arches', 'roses in a vase'])('%j is left as it is', (prompt) => {
  expect(enhancedOf(request(prompt), 0)).toBeUndefined();
});

describe('of every thing that can be drawn', () => {
  test('all that is added is drawn, and the thing itself still is', () => {
    for (const thing of Object.keys(things)) {
      const prompt = `a ${thing}`;
      const before = read(prompt);
      for (const turn of [0, 1, 2]) {
        const enhanced = enhancedOf(request(prompt), turn);
        if (!enhanced) continue;
        const after = read(enhanced.prompt);
        expect({ prompt: enhanced.prompt, composer: after.composer }).toEqual({
          prompt: enhanced.prompt,
          composer: before.composer,
        });
        expect(after.understood[0]).toEqual(before.understood[0]);
        expect(after.understood.length).toBeGreaterThanOrEqual(before.understood.length + enhanced.added.length);
        expect(after.missing).toEqual(before.missing);
      }
    }
  });
});
