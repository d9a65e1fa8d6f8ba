import { popularSearches } from '@easel/contracts/gallery/policy';
import { askedFor } from '@easel/contracts/generation/lexicon/asked';
import { understandingOf } from '@easel/contracts/generation/lexicon/understanding';
import { fold } from '@easel/contracts/generation/lexicon/words';
import type { Style } from '@easel/contracts/generation/policy';
import { wordsOf } from '@easel/contracts/kernel/words';
import { relatedWords } from '@easel/contracts/search/related-words';
import { describe, expect, test } from 'vitest';
import { pictures, searched, searchedInVain, trials } from '../simulate/past/cast.ts';
import { themes } from './demo-challenges.ts';
import { demoMembers } from './demo-world.ts';

const images = demoMembers.flatMap((member) => member.images);
const publicImages = images.filter(({ isPublic }) => isPublic);
const designs = Object.values(themes).flatMap((both) => both.flatMap(({ designs: some }) => some));
const batches = demoMembers.flatMap(({ batch = [] }) => batch);

/** The words that a picture is found by, in the singular. */
const foundBy = ({ prompt, style = 'auto' }: { prompt: string; style?: string }): Set<string> =>
  new Set([...wordsOf(prompt), ...relatedWords(prompt, style as Style)].map(fold));
const countFound = (search: string): number => {
  const asked = wordsOf(search).map(fold);
  return publicImages.filter((image) => asked.every((word) => foundBy(image).has(word))).length;
};

describe('the demo world', () => {
  test.each([...popularSearches, ...searched])('has a public picture for the search %j', (search) => {
    expect(countFound(search)).toBeGreaterThan(0);
  });

  test.each(searchedInVain)('has none for the search %j', (search) => {
    expect(countFound(search)).toBe(0);
  });

  const drawn = [...images, ...batches, ...pictures, ...designs, ...trials.map((prompt) => ({ prompt }))];
  test.each(drawn.map(({ prompt }) => prompt))('draws everything that %j names, and nothing in its place', (prompt) => {
    const asked = askedFor({ prompt, negativePrompt: '', style: 'auto', transparent: false });
    const { understood, missing } = understandingOf(asked, prompt);
    expect(missing).toEqual([]);
    expect(understood.filter(({ relative }) => relative)).toEqual([]);
    expect(understood).not.toEqual([]);
  });
});
