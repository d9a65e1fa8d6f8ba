import { galleryHttp } from '@easel/contracts/gallery/http';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';

/** spec: public-and-commerce §9. */
export const PUBLIC_PAGE = 12;
const FALLBACK = 20;

export interface PublicFilter {
  category: string;
  search: string;
}

/** From where to read on: a search is paged by number, everything else from the last picture seen. */
type From = { cursor: string } | { page: number };

const firstPage = (): From => ({ page: 1 });

/** Page after page of what everyone may see, the newest first. */
export const publicImagesQuery = ({ category, search }: PublicFilter) =>
  infiniteQueryOptions({
    queryKey: ['public-gallery', 'list', { category, search }],
    queryFn: ({ pageParam, signal }) =>
      call(
        galleryHttp.public,
        {
          query: {
            limit: PUBLIC_PAGE,
            ...(category !== '' && { category }),
            ...(search !== '' && { search }),
            ...pageParam,
          },
        },
        { signal },
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor, pagination: { page, pages } }): From | undefined => {
      if (search === '') return nextCursor === null ? undefined : { cursor: nextCursor };
      return page < pages ? { page: page + 1 } : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** What is shown instead of a category that has nothing. */
export const latestQuery = queryOptions(
  routeQuery(['public-gallery', 'latest'], galleryHttp.public, { query: { page: 1, limit: FALLBACK } }),
);

export const publicImageQuery = (id: string) =>
  queryOptions(routeQuery(['public-gallery', 'one', id], galleryHttp.publicOne, { params: { id } }));
