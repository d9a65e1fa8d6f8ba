import { competitionsHttp, type ShownCompetition, type ShownEntry } from '@easel/contracts/competitions/http';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';

export type { ShownCompetition, ShownEntry };
export type Eligibility = Reply<typeof competitionsHttp.eligibility>['challenges'][number];
export type EntrySort = 'newest' | 'likes' | 'proceeds';
export type EntriesOf = 'everyone' | 'following' | 'mine';

const WALL_PAGE = 24;
const CHOICE = 24;
/** Stale soon, since entries, sales and likes change while the page is open. */
const FRESH_MS = 60_000;

/** The open challenge of a kind, the next one, and past ones. */
export const challengeQuery = (kind: ChallengeKind) =>
  queryOptions({
    ...routeQuery(['competitions', 'kind', kind], competitionsHttp.challenge, { params: { kind } }),
    staleTime: FRESH_MS,
  });

export const wallQuery = (id: string, sort: EntrySort, of: EntriesOf) =>
  infiniteQueryOptions({
    queryKey: ['competitions', 'wall', id, sort, of],
    queryFn: ({ pageParam, signal }) =>
      call(
        competitionsHttp.entries,
        { params: { id }, query: { sort, of, limit: WALL_PAGE, ...(pageParam !== '' && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

export const ownEntriesQuery = (id: string) =>
  queryOptions(
    routeQuery(['competitions', 'own', id], competitionsHttp.entries, {
      params: { id },
      query: { of: 'mine', sort: 'newest' },
    }),
  );

export const leaderboardQuery = (id: string) =>
  queryOptions({
    ...routeQuery(['competitions', 'leaderboard', id], competitionsHttp.leaderboard, { params: { id } }),
    staleTime: FRESH_MS,
  });

/** Whether an own picture can be entered. */
export const eligibilityQuery = (generationId: string) =>
  queryOptions({
    ...routeQuery(['competitions', 'eligibility', generationId], competitionsHttp.eligibility, {
      params: { id: generationId },
    }),
    staleTime: FRESH_MS,
  });

export const ownPictureQuery = (id: string) =>
  queryOptions(routeQuery(['generations', 'one', id], generationHttp.one, { params: { id } }));

export const ownPicturesQuery = queryOptions(
  routeQuery(['generations', 'gallery', { page: 1, limit: CHOICE }], galleryHttp.own, {
    query: { page: 1, limit: CHOICE },
  }),
);

/** Returns the image that is entered. */
export const enteredIndex = ({ generation, variant_id: id }: ShownEntry): number =>
  Math.max(
    0,
    generation.variants.findIndex((variant) => variant.id === id),
  );
