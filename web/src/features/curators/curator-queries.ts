import type { Reply } from '@easel/contracts/kernel/client/address';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { PUBLIC_CATEGORY } from '@easel/contracts/gallery/policy';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';

export type OwnSection = Reply<typeof curatorsHttp.own>;
export type PublicSection = NonNullable<Reply<typeof curatorsHttp.section>['section']>;
export type Figures = Reply<typeof curatorsHttp.figures>;

export const ownSectionQuery = routeQuery(['curator', 'own'], curatorsHttp.own, {});

export const figuresQuery = routeQuery(['curator', 'figures'], curatorsHttp.figures, {});

export const sectionQuery = (name: string) =>
  routeQuery(['curator', 'section', name], curatorsHttp.section, { params: { name } });

export const curatorsQuery = routeQuery(['curator', 'listed'], curatorsHttp.listed, {});

const CHOICE_PAGE = 48;

/** The member's own public pictures in pages, the newest first. */
export const ownPublicQuery = infiniteQueryOptions({
  queryKey: ['generations', 'own-public'],
  queryFn: ({ pageParam, signal }) =>
    call(galleryHttp.own, { query: { category: PUBLIC_CATEGORY, page: pageParam, limit: CHOICE_PAGE } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : null),
});
