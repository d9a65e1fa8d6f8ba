import type { Colour } from '@easel/contracts/generation/look.policy';
import type { AspectRatio, models, Resolution } from '@easel/contracts/generation/policy';
import { askedWords as allAskedWords } from '@easel/contracts/kernel/words';
import { tagOf } from './search.tables.ts';

/** Somebody whom everybody sees under a name. */
export interface NamedAuthor {
  id: string;
  name: string;
}

/** What pictures are narrowed to; what is absent does not count. */
export interface Filters {
  /** A member's id. */
  author?: string | undefined;
  category?: string | undefined;
  colour?: Colour | undefined;
  model?: (typeof models)[number] | undefined;
  ratio?: AspectRatio | undefined;
  resolution?: Resolution | undefined;
}

/** Words that are looked for at most: a search of more names one picture as well with fewer. */
export const MOST_WORDS = 12;
/** A last word of fewer letters begins too many others. */
const PREFIX_FROM = 3;

/** Whether PostgreSQL stems a word, as English. Its parser takes every such word whole, whatever its locale is. */
export const isStemmed = (word: string): boolean => /^[a-z0-9]+$/.test(word);

/** A query in two parts, of which `&` makes one: what `to_tsquery` is to stem, and a `tsquery` as it is written. */
export type Query = readonly [stemmed: string, exact: string];

/** Asks for all words and filters. Words are letters, marks and digits alone: nothing in them is an operator. */
export function queryOf(
  words: readonly string[],
  { filters = {}, lastBegins = false }: { filters?: Filters; lastBegins?: boolean } = {},
): Query {
  const asked = words.map((word, index) => ({
    word,
    text: `'${word}'${lastBegins && index === words.length - 1 ? ':*' : ''}`,
  }));
  const stemmed = asked.flatMap(({ word, text }) => (isStemmed(word) ? text : []));
  const exact = asked.flatMap(({ word, text }) => (isStemmed(word) ? [] : text));
  return [stemmed.join(' & '), [...exact, ...tagsAsked(filters)].join(' & ')];
}

/** What stands in quotes is taken as it is. */
const tagsAsked = (filters: Filters): string[] =>
  (['author', 'category', 'colour', 'model', 'ratio', 'resolution'] as const).flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [`'${tagOf(name, value).replaceAll(/['\\]/g, '$&$&')}'`];
  });

/** The words of a search that count. */
export const askedWords = (q: string): string[] => allAskedWords(q).slice(0, MOST_WORDS);

/** The names of authors that may be among these words: each word, and all as a name with dashes. */
export const namesIn = (words: readonly string[]): string[] => [...new Set([...words, words.join('-')])];

/** Asks for pictures by these authors that say the other words. */
export const byAuthors = (words: readonly string[], authors: readonly NamedAuthor[], filters: Filters): Query[] =>
  authors.map(({ id, name }) => {
    const own = new Set(askedWords(name));
    const others = words.filter((word) => !own.has(word));
    return queryOf(others, { filters: { ...filters, author: id } });
  });

/** Whether the last of them may be a word that is not written out. */
export const mayBegin = (words: readonly string[]): boolean => (words.at(-1) ?? '').length >= PREFIX_FROM;
