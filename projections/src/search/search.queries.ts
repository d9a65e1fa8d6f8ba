import { SEARCH_DEPTH, searchCategories } from '@easel/contracts/search/policy';
import { nextAfter, pageAfter, pageOf, PAGINATION, placeOf } from '../kernel/listing-page.ts';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { search } from './search.projector.ts';
import {
  askedWords,
  byAuthors,
  type Filters,
  mayBegin,
  type NamedAuthor,
  namesIn,
  type Query,
  queryOf,
} from './search-text.ts';
import { ALL, categoryList, EVERYONE } from './search.tables.ts';

export const searchModel = readModel(search);
const { schema } = searchModel;

/** Page numbers count from 1. */
export interface SearchAsked extends Filters {
  q: string;
  page: number;
  limit: number;
}

interface Pagination {
  page: number;
  limit: number;
  pages: number;
  total: number;
}

/** A page of what was found, by ids. */
export interface FoundPage {
  ids: string[];
  pagination: Pagination;
  /** There are more than can be paged, and `total` is as many as can. */
  more?: boolean;
  /** From where to read on, where it is a list that has an end. */
  nextCursor?: string | null;
  /** Facts are parked of pictures that might belong there. */
  incomplete: boolean;
}

/** Any of several queries (`$1` and `$2`), read once. */
const ANY_ASKED = `asked as materialized (
  select string_agg('(' || query::text || ')', ' | ')::tsquery as query
  from (
    select to_tsquery('english', stemmed) && exact::tsquery as query
    from unnest($1::text[], $2::text[]) as given (stemmed, exact)
  ) as alternatives
  where numnode(query) > 0
)`;
/** A `Query` (`$1` and `$2`), read once. */
const ASKED = `asked as materialized (select to_tsquery('english', $1::text) && $2::text::tsquery as query)`;
const MATCHES = 'document @@ (select query from asked)';
const IS_INCOMPLETE = `exists (select from ${schema}.incomplete) as incomplete`;
export const ofEverybody = `from ${schema}.picture where public_at is not null`;
/** Of the newest, so many are gone over before the index is asked for all there are. */
const WALKED = 5_000;
const most = SEARCH_DEPTH;

/**
 * What everybody finds, the newest first; `$3` before the page, `$4` on it. As long as it is less than can be paged, it
 * is sorted as it is found. What is common is met soon where the newest are gone over; only what was common long ago
 * makes neither do, and all of it is sorted. Which it is the terms know of one word alone (`$5`, else empty); of
 * anything else it shows from as many as are found first.
 */
export const FOUND = new Statement<FoundPage>(
  'search',
  `with ${ANY_ASKED},
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
     ${PAGINATION} as pagination, is_common as more, ${IS_INCOMPLETE}
   from listed`,
);

const listed = (name: string, page: string): Statement<FoundPage> =>
  new Statement(
    name,
    `with ${page}
     select coalesce((select array_agg(id order by at desc, id desc) from page), '{}') as ids, ${PAGINATION} as pagination,
       ${nextAfter()} as "nextCursor", ${IS_INCOMPLETE}
     from listed`,
  );

/** The whole of a list, at any depth, or after one of its entries. */
export const LISTED = listed('browsed', pageOf(schema));
export const LISTED_AFTER = listed('browsed after', pageAfter(schema));

/** What a member (`$5`) finds of their own. */
export const OWN = new Statement<FoundPage>(
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

const nothing = ({ page, limit }: SearchAsked): FoundPage => ({
  ids: [],
  pagination: { page, limit, pages: 0, total: 0 },
  incomplete: false,
});

/** Finds those whom everybody sees under one of these names. */
export type AuthorsNamed = (reads: Reads, names: readonly string[]) => Promise<NamedAuthor[]>;

/**
 * Finds public pictures whose prompt says every word, where the name of an author counts as said by their pictures.
 * Where there are none, the last word may be one that is not written out.
 */
export async function findPublic(reads: Reads, asked: SearchAsked, authorsNamed: AuthorsNamed): Promise<FoundPage> {
  const { q, page, limit, ...filters } = asked;
  const before = (page - 1) * limit;
  const words = askedWords(q);
  if (words.length === 0 && q !== '') return nothing(asked);
  const { category, ...others } = filters;
  if (words.length === 0 && Object.values(others).every((value) => value === undefined)) {
    const list = category === undefined ? ALL : categoryList(category);
    return one(await LISTED.run(reads, [EVERYONE, list, before, limit]));
  }
  // Below the depth there is nothing to read, but how much there is above it.
  const isBelow = before >= SEARCH_DEPTH;
  const [from, onPage] = isBelow ? [0, 1] : [before, Math.min(limit, SEARCH_DEPTH - before)];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const alone = words.length === 1 && !isFiltered ? words[0] : '';
  const find = async (...queries: Query[]): Promise<FoundPage> => {
    const [stemmed, exact] = [queries.map(([text]) => text), queries.map(([, text]) => text)];
    const { pagination, ...found } = one(await FOUND.run(reads, [stemmed, exact, from, onPage, alone]));
    // The page may have been cut at the depth; its size is what was asked for.
    const pages = Math.ceil(pagination.total / limit);
    return { ...found, ids: isBelow ? [] : found.ids, pagination: { ...pagination, page, limit, pages } };
  };
  const query = queryOf(words, { filters });
  const [found, authors] = await Promise.all([
    find(query),
    words.length > 0 ? authorsNamed(reads, namesIn(words)) : [],
  ]);
  if (authors.length > 0) return find(query, ...byAuthors(words, authors, filters));
  const isUnknown = found.pagination.total === 0 && mayBegin(words);
  return isUnknown ? find(queryOf(words, { filters, lastBegins: true })) : found;
}

/** Lists the public pictures of a category, the newest first; a cursor counts more than a page number. */
export async function listCategory(
  reads: Reads,
  { category, page, limit, cursor }: { category: string; page: number; limit: number; cursor?: string | undefined },
): Promise<FoundPage> {
  const list = categoryList(category);
  if (!cursor) return one(await LISTED.run(reads, [EVERYONE, list, (page - 1) * limit, limit]));
  const { at, id } = placeOf(cursor);
  return one(await LISTED_AFTER.run(reads, [EVERYONE, list, 0, limit, at, id]));
}

/** Finds a member's own, public or not. */
export async function findOwn(reads: Reads, memberId: string, asked: SearchAsked): Promise<FoundPage> {
  const { q, page, limit, ...filters } = asked;
  const words = askedWords(q);
  if (words.length === 0 && q !== '') return nothing(asked);
  const find = async (query: Query): Promise<FoundPage> =>
    one(await OWN.run(reads, [...query, (page - 1) * limit, limit, memberId]));
  const found = await find(queryOf(words, { filters }));
  const isUnknown = found.pagination.total === 0 && mayBegin(words);
  return isUnknown ? find(queryOf(words, { filters, lastBegins: true })) : found;
}

function one<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('a search without a row');
  return row;
}

/** Pictures that stand for a category. */
const SHOWN = 3;
export const CATEGORIES = new Statement<{ id: string; count: number; ids: string[] }>(
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
  const names = new Map<string, string>(searchCategories.map(({ id, name }) => [id, name]));
  const lists = [...names.keys()].map(categoryList);
  const rows = await CATEGORIES.run(reads, [EVERYONE, lists]);
  return rows.map(({ id, count, ids }) => ({ id, name: names.get(id) ?? id, count, ids }));
}
