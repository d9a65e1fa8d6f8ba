import { galleryHttp } from '@easel/contracts/gallery/http';
import { searchHttp } from '@easel/contracts/search/http';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';
import { narrowingCount, queryOf, type Search } from './search-address.ts';

/** spec: public-and-commerce §9. */
const FALLBACK = 24;

// They begin with the public gallery's word, as what changes that changes what is found.

/** One page of what is found. */
export const foundQuery = (search: Search, page: number) =>
  queryOptions({
    ...routeQuery(['public-gallery', 'search', queryOf(search), page], searchHttp.images, {
      query: { ...queryOf(search), page },
    }),
    placeholderData: keepPreviousData,
  });

/** Page after page of a category. */
export const browsedQuery = (search: Search) =>
  infiniteQueryOptions({
    queryKey: ['public-gallery', 'browse', queryOf(search)],
    queryFn: ({ pageParam: page, signal }) =>
      call(searchHttp.images, { query: { ...queryOf(search), page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }): number | undefined => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

export const categoriesQuery = queryOptions(routeQuery(['public-gallery', 'categories'], searchHttp.categories, {}));

export const trendingQuery = queryOptions(
  routeQuery(['public-gallery', 'trending'], searchHttp.trending, { query: {} }),
);

/** What is shown while nothing is searched for. */
export const newestQuery = queryOptions(
  routeQuery(['public-gallery', 'newest'], galleryHttp.public, { query: { page: 1, limit: FALLBACK } }),
);

/** What many searched for that begins so; before anything is typed, what is popular. */
export const suggestionsQuery = (typed: string) =>
  queryOptions({
    ...routeQuery(['public-gallery', 'suggestions', typed], searchHttp.suggestions, { query: { q: typed } }),
    // Suggestions that do not come are none.
    retry: false,
    placeholderData: keepPreviousData,
  });

/** What there is to go on to from a picture. */
export const relatedQuery = (id: string) =>
  queryOptions(routeQuery(['public-gallery', 'related', id], searchHttp.related, { params: { id } }));

/**
 * Says that somebody meant to search for this: with Enter, a suggestion or a link, never by a page that was merely
 * loaded. `count` asks how many pictures the page finds, which goes along once it is known; absent where that tells
 * nothing of the words.
 */
export async function recordSearch(q: string, count?: () => Promise<number>): Promise<void> {
  if (q === '') return;
  const found = await count?.().catch(() => undefined);
  // A figure is not worth a word to whoever searches.
  await call(searchHttp.perform, { body: { q, found } }).catch(() => {});
}

/** Records a search of everybody's pictures, with what its first page finds, which is read once for both. */
export function useRecordSearch(): (search: Search) => void {
  const client = useQueryClient();
  return useCallback(
    (search) => {
      const count = async () => (await client.fetchQuery(foundQuery(search, 1))).pagination.total;
      // What filters left out is not the words' to find.
      void recordSearch(search.q, narrowingCount(search) === 0 ? count : undefined);
    },
    [client],
  );
}
