import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

/** spec: member-experience §9. */
export const GALLERY_PAGE = 12;
export const RECENT = 6;

/** While something in a list is still being made, the list is looked at again after this while. */
const UNFINISHED_POLL_MS = 3000;

const isUnfinished = ({ status }: Generation) => status === 'queued' || status === 'processing';
const pollWhile = (generations: readonly Generation[] | undefined) =>
  generations?.some(isUnfinished) ? UNFINISHED_POLL_MS : false;

export interface GalleryFilter {
  page: number;
  search: string;
  category: string;
}

/** A page of the member's own images; the page before stays on the screen until it has come. */
export const galleryQuery = ({ page, search, category }: GalleryFilter) =>
  queryOptions({
    ...routeQuery(['generations', 'gallery', { page, search, category }], galleryHttp.own, {
      query: { page, limit: GALLERY_PAGE, search, category },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollWhile(state.data?.items),
  });

export const recentQuery = queryOptions({
  ...routeQuery(['generations', 'recent'], generationHttp.list, { query: { page: 1, limit: RECENT } }),
  refetchInterval: ({ state }) => pollWhile(state.data?.generations),
});

/** Width ÷ height of what a card shows. */
export const coverRatio = ({ variants: [cover] }: Generation): number => (cover ? cover.width / cover.height : 1);
