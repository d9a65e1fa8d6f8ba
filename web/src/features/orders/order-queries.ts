import { ordersHttp } from '@easel/contracts/orders/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

export const ORDERS_PAGE = 12;

/** A page of the member's orders; the page before stays on the screen until it has come. */
export const ordersQuery = (page: number) =>
  queryOptions({
    ...routeQuery(['orders', { page }], ordersHttp.own, { query: { page, limit: ORDERS_PAGE } }),
    placeholderData: keepPreviousData,
  });

const FOLLOW_MS = 5_000;

/** Asked again while its payment or its files may be under way. */
export const orderQuery = (id: string) =>
  queryOptions({
    ...routeQuery(['orders', 'one', id], ordersHttp.one, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.order.status === 'pending' || state.data?.order.status === 'paid' ? FOLLOW_MS : false,
  });
