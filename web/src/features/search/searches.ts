import { galleryHttp } from '@easel/contracts/gallery/http';
import { searchHttp } from '@easel/contracts/search/http';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';
import { queryOf, type Search } from './search-address.ts';

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

/** Says that somebody meant to search for this: with Enter, a suggestion or a link, never by a page that was merely loaded. */
export function recordSearch(q: string): void {
  if (q === '') return;
  // A figure is not worth a word to whoever searches.
  call(searchHttp.perform, { body: { q } }).catch(() => {});
}
