import { ordersHttp } from '@easel/contracts/orders/http';
import type { OrderStatus } from '@easel/contracts/orders/policy';
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
/** What is made and sent takes days. */
const FOLLOW_DELIVERY_MS = 60_000;

const followMs = (status: OrderStatus | undefined): number | false => {
  if (status === 'pending' || status === 'paid') return FOLLOW_MS;
  return status === 'in_production' || status === 'shipped' ? FOLLOW_DELIVERY_MS : false;
};

/** Asked again while its payment, its files or its parcels may be under way. */
export const orderQuery = (id: string) =>
  queryOptions({
    ...routeQuery(['orders', 'one', id], ordersHttp.one, { params: { id } }),
    refetchInterval: ({ state }) => followMs(state.data?.order.status),
  });
