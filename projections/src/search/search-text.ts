import type { Colour } from '@easel/contracts/generation/look.policy';
import type { AspectRatio, models, Resolution } from '@easel/contracts/generation/policy';
import { wordsOf } from '@easel/contracts/search/policy';
import { tagOf } from './search.tables.ts';

/** What pictures are narrowed to; what is absent does not count. */
export interface Filters {
  category?: string | undefined;
  colour?: Colour | undefined;
  model?: (typeof models)[number] | undefined;
  ratio?: AspectRatio | undefined;
  resolution?: Resolution | undefined;
}

/** Words that are looked for at most: a search of more names one picture as well with fewer. */
const MOST_WORDS = 12;
/** A last word of fewer letters begins too many others. */
const PREFIX_FROM = 3;

/** As `to_tsquery` reads it; words are letters and digits alone, so that nothing in them is an operator. */
export const queryOf = (words: readonly string[], { lastBegins = false } = {}): string =>
  words.map((word, index) => `'${word}'${lastBegins && index === words.length - 1 ? ':*' : ''}`).join(' & ');

/** As a `tsquery` is written: what stands in quotes is taken as it is. */
export const filterOf = (filters: Filters): string =>
  (['category', 'colour', 'model', 'ratio', 'resolution'] as const)
    .flatMap((name) => {
      const value = filters[name];
      return value === undefined ? [] : [`'${tagOf(name, value).replaceAll(/['\\]/g, '$&$&')}'`];
    })
    .join(' & ');

/** The words of a search that count. */
export const askedWords = (q: string): string[] => wordsOf(q).slice(0, MOST_WORDS);

/** Whether the last of them may be a word that is not written out. */
export const mayBegin = (words: readonly string[]): boolean => (words.at(-1) ?? '').length >= PREFIX_FROM;
