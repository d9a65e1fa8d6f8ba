import { curatorsHttp } from '@easel/contracts/curators/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

export const curatorQuery = (generationId: string) =>
  routeQuery(['curator', 'image', generationId], curatorsHttp.isCuratorImage, { params: { id: generationId } });

export const PURCHASES_PAGE = 12;

/** A page of what the member bought; the page before stays on the screen until it has come. */
export const purchasesQuery = (page: number) =>
  queryOptions({
    ...routeQuery(['purchases', { page }], purchasesHttp.own, { query: { page, limit: PURCHASES_PAGE } }),
    placeholderData: keepPreviousData,
  });
