import { popularSearches } from '@easel/contracts/gallery/policy';
import type { AspectRatio, models, Resolution } from '@easel/contracts/generation/policy';
import {
  type Colour,
  DID_YOU_MEAN,
  SEARCH_DEPTH,
  SEARCHED_BY,
  searchCategories,
  SUGGESTIONS,
  SUGGESTIONS_FROM,
  wordsOf,
} from '@easel/contracts/search/policy';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { distanceOf } from './look.ts';
import { search } from './search.projector.ts';
import { ALL, categoryList, EVERYONE, tagOf, trigramsOf } from './search.tables.ts';

export const searchModel = readModel(search);
const { schema } = searchModel;

/** What pictures are narrowed to; what is absent does not count. */
export interface Filters {
  category?: string | undefined;
  colour?: Colour | undefined;
  model?: (typeof models)[number] | undefined;
  ratio?: AspectRatio | undefined;
  resolution?: Resolution | undefined;
}

/** Page numbers count from 1. */
export interface SearchAsked extends Filters {
  q: string;
  page: number;
  limit: number;
}

export interface Pagination {
  page: number;
  limit: number;
  pages: number;
  total: number;
}

/** A page of what was found, by ids. */
export interface FoundPage {
  ids: string[];
  pagination: Pagination;
  /** Facts are parked of pictures that might belong there. */
  incomplete: boolean;
}

/** Words that are looked for at most: a search of more names one picture as well with fewer. */
const MOST_WORDS = 12;
/** A last word of fewer letters begins too many others. */
const PREFIX_FROM = 3;

/** As `to_tsquery` reads it; words are letters and digits alone, so that nothing in them is an operator. */
const queryOf = (words: readonly string[], { lastBegins = false } = {}): string =>
  words.map((word, index) => `'${word}'${lastBegins && index === words.length - 1 ? ':*' : ''}`).join(' & ');

/** As a `tsquery` is written: what stands in quotes is taken as it is. */
const filterOf = (filters: Filters): string =>
  (['category', 'colour', 'model', 'ratio', 'resolution'] as const)
    .flatMap((name) => {
      const value = filters[name];
      return value === undefined ? [] : [`'${tagOf(name, value).replaceAll(/['\\]/g, '$&$&')}'`];
    })
    .join(' & ');

/** Words (`$1`, for `to_tsquery`) and filters (`$2`) together, read once. */
const ASKED = `asked as materialized (select to_tsquery('english', $1::text) && $2::text::tsquery as query)`;
const MATCHES = 'document @@ (select query from asked)';
const IS_INCOMPLETE = `exists (select from ${schema}.incomplete) as incomplete`;
const ofEverybody = `from ${schema}.picture where public_at is not null`;
/** Of the newest, so many are gone over before the index is asked for all there are. */
const WALKED = 5_000;
const most = SEARCH_DEPTH;

/**
 * What everybody finds, the newest first; `$3` before the page, `$4` on it. As long as it is less than can be paged, it is
 * sorted as it is found. What is common is met soon where the newest are gone over; only what was common long ago makes
 * neither do, and all of it is sorted. Which it is the terms know of one word alone (`$5`, else empty); of anything else
 * it shows from as many as are found first.
 */
const FOUND = new Statement<FoundPage>(
  'search',
  `with ${ASKED},
   known as materialized (
     select coalesce((select pictures from ${schema}.term where word = $5::text collate "C"), 0) > ${most} as is_common
   ),
   probe as materialized (
     select id, public_at ${ofEverybody} and not (select is_common from known) and ${MATCHES} limit ${most + 1}
   ),
   listed as materialized (
     select case when is_common then ${most} else least(found, ${most}) end::int as total,
       is_common or found > ${most} as is_common
     from known, (select count(*) as found from probe) as counted
   ),
   few as materialized (
     select id, public_at from probe where not (select is_common from listed)
     order by public_at desc, id desc offset $3::int limit $4::int
   ),
   walked as materialized (
     select id, public_at from (
       select id, public_at, document ${ofEverybody} and (select is_common from listed)
       order by public_at desc, id desc limit ${WALKED}
     ) as newest
     where ${MATCHES} offset $3::int limit $4::int
   ),
   sorted as materialized (
     select id, public_at ${ofEverybody} and (select is_common from listed)
       and (select count(*) from walked) < $4::int and ${MATCHES}
     order by public_at desc, id desc offset $3::int limit $4::int
   ),
   page as (
     select id, public_at from few
     union all select id, public_at from walked where (select count(*) from walked) = $4::int
     union all select id, public_at from sorted
   )
   select coalesce((select array_agg(id order by public_at desc, id desc) from page), '{}') as ids,
     ${PAGINATION} as pagination, ${IS_INCOMPLETE}
   from listed`,
);

/** The whole of a list, at any depth. */
const LISTED = new Statement<FoundPage>(
  'browsed',
  `with ${pageOf(schema)}
   select coalesce((select array_agg(id order by at desc, id desc) from page), '{}') as ids, ${PAGINATION} as pagination, ${IS_INCOMPLETE}
   from listed`,
);

/** What a member (`$5`) finds of their own. */
const OWN = new Statement<FoundPage>(
  'own search',
  `with ${ASKED},
   found as materialized (
     select id, created_at from ${schema}.picture
     where member_id = $5::uuid and completed and not deleted and ($1::text || $2::text = '' or ${MATCHES})
   ),
   listed as materialized (select count(*)::int as total from found),
   page as (select id, created_at from found order by created_at desc, id desc offset $3::int limit $4::int)
   select coalesce((select array_agg(id order by created_at desc, id desc) from page), '{}') as ids,
     ${PAGINATION} as pagination, ${IS_INCOMPLETE}
   from listed`,
  true,
);

/** What a picture looks like that everybody may see, or the viewer (`$2`, null for nobody) as its owner. */
const SEEN = new Statement<{ descriptor: string; tags: string }>(
  'look of a picture',
  `select descriptor, tags from ${schema}.picture
   where id = $1::uuid and completed and not deleted and (public_at is not null or member_id = $2::uuid)`,
);

/** Of one kind with a picture, and of its colours, so many are compared with it. */
const OF_ITS_KIND = 2_000;
const OF_ITS_COLOURS = 1_000;
/** Further down, nothing is like it any more. */
const MOST_ALIKE = 60;
/** Words (`$1`) and filters: of its kind (`$2`), of its colours (`$3`). */
const PEERS = new Statement<{ id: string; descriptor: string }>(
  'pictures alike',
  `with asked as materialized (
     select to_tsquery('english', $1::text) && $2::text::tsquery as kind,
       to_tsquery('english', $1::text) && $3::text::tsquery as colours
   )
   (select id, descriptor ${ofEverybody} and document @@ (select kind from asked) limit ${OF_ITS_KIND})
   union
   (select id, descriptor ${ofEverybody} and document @@ (select colours from asked) limit ${OF_ITS_COLOURS})`,
  true,
);

/** Finds public pictures that look most like one, that one aside. Undefined where the viewer may not see it. */
export async function findAlike(
  reads: Reads,
  { like, viewerId, asked }: { like: string; viewerId: string | null; asked: SearchAsked },
): Promise<FoundPage | undefined> {
  const { q, page, limit, ...filters } = asked;
  const [seen] = await SEEN.run(reads, [like, viewerId]);
  if (!seen) return undefined;
  if (seen.descriptor === '') return nothing(asked);
  const narrowed = filterOf(filters);
  const tags = seen.tags.split(' ');
  const alike = (name: 'colour' | 'kind', count: number): string =>
    [
      ...tags
        .filter((tag) => tag.startsWith(tagOf(name, '')))
        .slice(0, count)
        .map((tag) => `'${tag}'`),
      ...(narrowed === '' ? [] : [narrowed]),
    ].join(' & ');
  const words = queryOf(wordsOf(q).slice(0, MOST_WORDS));
  const peers = await PEERS.run(reads, [words, alike('kind', 1), alike('colour', 2)]);
  const own = Buffer.from(seen.descriptor, 'hex');
  const ranked = peers
    .filter(({ id }) => id !== like)
    .map(({ id, descriptor }) => ({ id, distance: distanceOf(own, Buffer.from(descriptor, 'hex')) }))
    .toSorted((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ALIKE);
  const total = ranked.length;
  return {
    ids: ranked.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    pagination: { page, limit, pages: Math.ceil(total / limit), total },
    incomplete: false,
  };
}

const nothing = ({ page, limit }: SearchAsked): FoundPage => ({
  ids: [],
  pagination: { page, limit, pages: 0, total: 0 },
  incomplete: false,
});

/** Finds public pictures whose prompt says every word. Where none does, the last word may be one that is not written out. */
export async function findPublic(reads: Reads, asked: SearchAsked): Promise<FoundPage> {
  const { q, page, limit, ...filters } = asked;
  const before = (page - 1) * limit;
  const words = wordsOf(q).slice(0, MOST_WORDS);
  if (words.length === 0 && q !== '') return nothing(asked);
  const { category, ...others } = filters;
  if (words.length === 0 && Object.values(others).every((value) => value === undefined)) {
    const list = category === undefined ? ALL : categoryList(category);
    return one(await LISTED.run(reads, [EVERYONE, list, before, limit]));
  }
  if (before >= SEARCH_DEPTH) return nothing(asked);
  const filter = filterOf(filters);
  const onPage = Math.min(limit, SEARCH_DEPTH - before);
  const alone = words.length === 1 && filter === '' ? words[0] : '';
  const find = async (query: string): Promise<FoundPage> => {
    const { pagination, ...found } = one(await FOUND.run(reads, [query, filter, before, onPage, alone]));
    // The page may have been cut at the depth; its size is what was asked for.
    return { ...found, pagination: { ...pagination, page, limit, pages: Math.ceil(pagination.total / limit) } };
  };
  const found = await find(queryOf(words));
  const mayBegin = found.pagination.total === 0 && (words.at(-1) ?? '').length >= PREFIX_FROM;
  return mayBegin ? find(queryOf(words, { lastBegins: true })) : found;
}

/** Finds a member's own, public or not. */
export async function findOwn(reads: Reads, memberId: string, asked: SearchAsked): Promise<FoundPage> {
  const { q, page, limit, ...filters } = asked;
  const words = wordsOf(q).slice(0, MOST_WORDS);
  if (words.length === 0 && q !== '') return nothing(asked);
  const find = async (query: string): Promise<FoundPage> =>
    one(await OWN.run(reads, [query, filterOf(filters), (page - 1) * limit, limit, memberId]));
  const found = await find(queryOf(words));
  const mayBegin = found.pagination.total === 0 && (words.at(-1) ?? '').length >= PREFIX_FROM;
  return mayBegin ? find(queryOf(words, { lastBegins: true })) : found;
}

function one<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('a search without a row');
  return row;
}

/** Terms that share most trigrams with a word. */
const CANDIDATES = 32;
/** By how many letters a term may be shorter or longer than the word. */
const LETTERS = 2;
const NEAR = new Statement<{ word: string; is_known: boolean; near: string[] }>(
  'near terms',
  `select asked.word,
     exists (select ${ofEverybody} and document @@ to_tsquery('english', '''' || asked.word || '''')) as is_known,
     array(
       select near.word from (
         select word, count(*) as shared from ${schema}.term_part
         where part = any(asked.parts)
           and letters between length(asked.word) - ${LETTERS} and length(asked.word) + ${LETTERS}
         group by word order by shared desc, word limit ${CANDIDATES}
       ) as near join ${schema}.term using (word)
       order by shared desc, pictures desc, word
     ) as near
   from (
     select word, place, ${trigramsOf('word')} as parts from unnest($1::text[]) with ordinality as given (word, place)
   ) as asked
   order by place`,
);

/** Of the newest, so many are gone over before the index is asked: what is common is among them. */
const NEWEST = 200;
/** Those of some searches that find something, in their order. */
const FRUITFUL = new Statement<{ place: string }>(
  'fruitful searches',
  `select place
   from unnest($1::text[]) with ordinality as given (words, place), lateral (select to_tsquery('english', words) as query) as asked
   where exists (
     select from (select document ${ofEverybody} order by public_at desc, id desc limit ${NEWEST}) as newest
     where document @@ query
   ) or exists (select ${ofEverybody} and document @@ query)
   order by place`,
);

async function fruitful(reads: Reads, searches: readonly string[], limit: number): Promise<string[]> {
  if (searches.length === 0) return [];
  const queries = searches.map((words) => queryOf(wordsOf(words).slice(0, MOST_WORDS)));
  const rows = await FRUITFUL.run(reads, [queries]);
  return rows.slice(0, limit).flatMap(({ place }) => searches[Number(place) - 1] ?? []);
}

/** Slips that a word of this length may have. */
const slipsOf = ({ length }: string): number => (length < 5 ? 1 : length < 9 ? 2 : 3);
/** Words of a search that are mended at most, and ways to mend each. */
const MENDED = 4;
const WAYS = 5;

/** Searches that would find something, for one that finds nothing: its words mended, or some of them alone. */
export async function didYouMean(reads: Reads, q: string): Promise<string[]> {
  const words = wordsOf(q).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const terms = await NEAR.run(reads, [words]);
  const unknown = terms.filter(({ is_known: isKnown }) => !isKnown).slice(0, MENDED);
  const ways = new Map(
    unknown.map(({ word, near }) => [
      word,
      near
        .map((term) => ({ term, slips: slipsBetween(word, term) }))
        .filter(({ slips }) => slips <= slipsOf(word))
        .toSorted((a, b) => a.slips - b.slips)
        .slice(0, WAYS)
        .map(({ term }) => term),
    ]),
  );
  const mended = Array.from({ length: WAYS }, (_, way) =>
    words
      .flatMap((word) => {
        const found = ways.get(word);
        if (!found) return [word];
        const term = found[way] ?? found[0];
        return term === undefined ? [] : [term];
      })
      .join(' '),
  );
  const alone = terms.filter(({ is_known: isKnown }) => isKnown).map(({ word }) => word);
  const asked = words.join(' ');
  const offered = [...new Set([...mended, ...alone])].filter((words) => words !== '' && words !== asked);
  return fruitful(reads, offered, DID_YOU_MEAN);
}

/** Letters to add, take away, change or swap with their neighbour until one word is the other. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const before = rows[i - 1] ?? [];
      let least = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Days that count for what is trending, and after how many a search counts half. */
const TREND_DAYS = 14;
const HALF_LIFE_DAYS = 3;
/** Of what finds nothing any more, something is left over. */
const SPARE = 3;
const TODAY = `(now() at time zone 'UTC')::date`;

const TRENDING = new Statement<{ query: string; count: number }>(
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

const SUGGESTED = new Statement<{ words: string }>(
  'suggested searches',
  `select words from ${schema}.searched
   where words >= $1 and words < $2 and callers >= ${SEARCHED_BY}
   group by words order by sum(callers) desc, words limit ${SUGGESTIONS * SPARE}`,
);
/** Behind every text that begins alike. */
const LAST = '\u{10ffff}';

/** Finds what many searched for that begins with what is typed, then what is popular with us; nothing typed asks for that alone. */
export async function suggestions(reads: Reads, typed: string): Promise<string[]> {
  const beginning = typed.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').replaceAll('\0', '');
  if (beginning === '') {
    const led = (await trending(reads, SUGGESTIONS)).map(({ query }) => query);
    return [...new Set([...led, ...popularSearches])].slice(0, SUGGESTIONS);
  }
  if (beginning.length < SUGGESTIONS_FROM) return [];
  const rows = await SUGGESTED.run(reads, [beginning, beginning + LAST]);
  const led = await fruitful(
    reads,
    rows.map(({ words }) => words),
    SUGGESTIONS,
  );
  const popular = popularSearches.filter((search) => search.includes(beginning));
  return [...new Set([...led, ...popular])].slice(0, SUGGESTIONS);
}

/** Pictures that stand for a category. */
const SHOWN = 3;
const CATEGORIES = new Statement<{ id: string; count: number; ids: string[] }>(
  'search categories',
  `select substr(list, ${categoryList('').length + 1}) as id, total as count, array(
     select id from ${schema}.listing
     where listing.owner = listing_total.owner and listing.list = listing_total.list
     order by at desc, id desc limit ${SHOWN}
   ) as ids
   from ${schema}.listing_total
   where owner = $1::uuid and list = any($2::text[])
   order by total desc, list`,
);

export interface CategoryShown {
  id: string;
  name: string;
  count: number;
  /** Its newest pictures. */
  ids: string[];
}

/** Finds the categories that have public pictures, the fullest first. */
export async function categories(reads: Reads): Promise<CategoryShown[]> {
  const names = new Map(searchCategories.map(({ id, name }) => [id, name]));
  const lists = [...names.keys()].map(categoryList);
  const rows = await CATEGORIES.run(reads, [EVERYONE, lists]);
  return rows.map(({ id, count, ids }) => ({ id, name: names.get(id) ?? id, count, ids }));
}

/** For the tests of how the server goes about them. */
export const searchStatements = {
  found: FOUND,
  listed: LISTED,
  own: OWN,
  peers: PEERS,
  near: NEAR,
  fruitful: FRUITFUL,
  trending: TRENDING,
  suggested: SUGGESTED,
  categories: CATEGORIES,
};
