import { popularSearches } from '@easel/contracts/gallery/policy';
import { plain } from '@easel/contracts/kernel/words';
import { SEARCHED_BY, SEARCHES_SHOWN_DAYS, SUGGESTIONS, SUGGESTIONS_FROM } from '@easel/contracts/search/policy';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { fruitful } from './fruitful.queries.ts';
import { searchModel } from './search.queries.ts';

const { schema } = searchModel;

/** Days that count for what is trending, and after how many a search counts half. */
const TREND_DAYS = 14;
const HALF_LIFE_DAYS = 3;
/** Of what finds nothing any more, something is left over. */
const SPARE = 3;
const TODAY = `(now() at time zone 'UTC')::date`;

export const TRENDING = new Statement<{ query: string; count: number }>(
  'trending searches',
  `select words as query, sum(callers)::int as count from ${schema}.searched
   where callers >= ${SEARCHED_BY} and day > ${TODAY} - ${TREND_DAYS}
   group by words
   order by sum(callers * power(0.5, (${TODAY} - day)::float8 / ${HALF_LIFE_DAYS})) desc, words
   limit $1::int`,
);

/** Finds what many search for, as far as it still finds something. */
export async function trending(reads: Reads, limit: number): Promise<{ query: string; count: number }[]> {
  const rows = await TRENDING.run(reads, [limit * SPARE]);
  const led = new Set(
    await fruitful(
      reads,
      rows.map(({ query }) => query),
      limit,
    ),
  );
  return rows.filter(({ query }) => led.has(query));
}

export const SUGGESTED = new Statement<{ words: string }>(
  'suggested searches',
  `select words from ${schema}.searched
   where plain_words >= $1 and plain_words < $2 and callers >= ${SEARCHED_BY}
     and day > ${TODAY} - ${SEARCHES_SHOWN_DAYS}
   group by words order by sum(callers) desc, words limit ${SUGGESTIONS * SPARE}`,
);
/** Behind every text that begins alike. */
const LAST = '\u{10ffff}';

/**
 * Finds what many searched for that begins with what is typed, then popular searches that hold it, those with results
 * alone. Where nothing is typed, these are what is trending and popular. spec: public-and-commerce §2.4.
 */
export async function suggestions(reads: Reads, typed: string): Promise<string[]> {
  const beginning = plain(typed).replaceAll(/\s+/gu, ' ').replaceAll('\0', '');
  if (beginning === '') {
    const led = (await trending(reads, SUGGESTIONS)).map(({ query }) => query);
    return [...new Set([...led, ...popularSearches])].slice(0, SUGGESTIONS);
  }
  if (beginning.length < SUGGESTIONS_FROM) return [];
  const rows = await SUGGESTED.run(reads, [beginning, beginning + LAST]);
  const popular = popularSearches.filter((search) => search.includes(beginning));
  return fruitful(reads, [...new Set([...rows.map(({ words }) => words), ...popular])], SUGGESTIONS);
}
