import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';
import type { PublicFilter, View } from './gallery-address.ts';

/** spec: public-and-commerce §9. */
export const PUBLIC_PAGE = 12;
const FALLBACK = 20;
/**
 * Of all there are, so many are read and shown at a time. A call may ask for 1000, but laying out 48 already takes
 * longer than 50 ms.
 */
const CHUNK = 24;
/** Those that were scrolled away are forgotten after this while: a long way down costs no memory. */
const CHUNK_KEPT_MS = 10_000;

/** From where to read on: a search is paged by number, everything else from the last picture seen. */
export type From = { cursor: string } | { page: number };
export const FIRST = { page: 1 } as From;

/** Where what comes after a page begins; undefined at the end. */
export function fromAfter(
  { search }: PublicFilter,
  { nextCursor, pagination: { page, pages } }: Reply<typeof galleryHttp.public>,
): From | undefined {
  if (search === '') return nextCursor === null ? undefined : { cursor: nextCursor };
  return page < pages ? { page: page + 1 } : undefined;
}

const asked = ({ category, search }: PublicFilter) => ({
  ...(category !== '' && { category }),
  ...(search !== '' && { search }),
});

/** Page after page of what everyone may see, the newest first. */
export const publicImagesQuery = (filter: PublicFilter) =>
  infiniteQueryOptions({
    queryKey: ['public-gallery', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(galleryHttp.public, { query: { limit: PUBLIC_PAGE, ...asked(filter), ...pageParam } }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: (page): From | undefined => fromAfter(filter, page),
    placeholderData: keepPreviousData,
  });

/** One page by its number; the page before stays on the screen until it has come. */
export const publicPageQuery = (filter: PublicFilter, page: number) =>
  queryOptions({
    ...routeQuery(['public-gallery', 'page', filter, page], galleryHttp.public, {
      query: { limit: PUBLIC_PAGE, ...asked(filter), page },
    }),
    placeholderData: keepPreviousData,
  });

/** A chunk of all there are. */
export const chunkQuery = (filter: PublicFilter, from: From) =>
  queryOptions({
    ...routeQuery(['public-gallery', 'all', filter, from], galleryHttp.public, {
      query: { limit: CHUNK, ...asked(filter), ...from },
    }),
    gcTime: CHUNK_KEPT_MS,
  });

/** How many there are, by what the view reads first. */
export async function countImages(client: QueryClient, view: View, filter: PublicFilter): Promise<number> {
  switch (view) {
    case 'more':
      return (await client.fetchInfiniteQuery(publicImagesQuery(filter))).pages[0]?.total ?? 0;
    case 'pages':
      return (await client.fetchQuery(publicPageQuery(filter, 1))).total;
    case 'all':
      return (await client.fetchQuery(chunkQuery(filter, FIRST))).total;
  }
}

/** What is shown instead of a category that has nothing. */
export const latestQuery = queryOptions(
  routeQuery(['public-gallery', 'latest'], galleryHttp.public, { query: { page: 1, limit: FALLBACK } }),
);

export const publicImageQuery = (id: string) =>
  queryOptions(routeQuery(['public-gallery', 'one', id], galleryHttp.publicOne, { params: { id } }));
