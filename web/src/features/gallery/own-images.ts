import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';
import { queryOf, type Filter } from './gallery-filter.ts';

/** spec: member-experience §9. */
export const GALLERY_PAGE = 12;
export const RECENT = 6;
/** Pictures of one part of the wall: a few rows. */
export const WALL_PAGE = 32;

/** While something in a list is still being made, the list is looked at again after this while. */
const UNFINISHED_POLL_MS = 3000;
/** Parts of the wall that were scrolled away are forgotten after this while: a long way down costs no memory. */
const WALL_KEPT_MS = 10_000;

const isUnfinished = ({ status }: Generation) => status === 'queued' || status === 'processing';
const pollWhile = (generations: readonly Generation[] | undefined) =>
  generations?.some(isUnfinished) ? UNFINISHED_POLL_MS : false;

const ownPage = (filter: Filter, page: number, limit: number) =>
  routeQuery(['generations', 'gallery', { ...queryOf(filter), page, limit }], galleryHttp.own, {
    query: { ...queryOf(filter), page, limit },
  });

/** A page of the member's own images; the page before stays on the screen until it has come. */
export const galleryQuery = (filter: Filter, page: number) =>
  queryOptions({ ...ownPage(filter, page, GALLERY_PAGE), placeholderData: keepPreviousData });

/** A part of the wall; parts count from 0. */
export const wallQuery = (filter: Filter, part: number) =>
  queryOptions({ ...ownPage(filter, part + 1, WALL_PAGE), gcTime: WALL_KEPT_MS });

export const trashQuery = (page: number) =>
  queryOptions({
    ...routeQuery(['generations', 'trash', { page }], galleryHttp.trash, { query: { page, limit: GALLERY_PAGE } }),
    placeholderData: keepPreviousData,
  });

export const suggestionsQuery = (typed: string) =>
  queryOptions({
    ...routeQuery(['generations', 'suggestions', typed], galleryHttp.ownSuggestions, { query: { q: typed } }),
    placeholderData: keepPreviousData,
    // spec: member-experience §5
    enabled: typed.length >= 2,
  });

/** One as it is now, shown from its list until that is known. */
export const ownImageQuery = (id: string, known: Generation | undefined) =>
  queryOptions({
    ...routeQuery(['generations', 'one', id], generationHttp.one, { params: { id } }),
    ...(known && { placeholderData: { success: true as const, generation: known } }),
  });

export const recentQuery = queryOptions({
  ...routeQuery(['generations', 'recent'], generationHttp.list, { query: { page: 1, limit: RECENT } }),
  refetchInterval: ({ state }) => pollWhile(state.data?.generations),
});

/** Width ÷ height of what a card shows. */
export const coverRatio = ({ variants: [cover] }: Generation): number => (cover ? cover.width / cover.height : 1);
