import { earningsHttp } from '@easel/contracts/earnings/http';
import { profitsHttp } from '@easel/contracts/earnings/profits.http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';

export type Own = Reply<typeof earningsHttp.own>;
export type Summary = Reply<typeof profitsHttp.summary>;

const PICTURES = 12;
const PAYOUTS = 10;

/** What can be paid out now, and what cannot be yet, from the account. */
export const ownQuery = routeQuery(['earnings', 'own'], earningsHttp.own, {});
/** All earnings. */
export const summaryQuery = routeQuery(['earnings', 'summary'], profitsHttp.summary, {});

/** Pictures in pages, the highest earnings first. */
export const picturesQuery = infiniteQueryOptions({
  queryKey: ['earnings', 'pictures'] as const,
  queryFn: ({ pageParam, signal }) =>
    call(
      profitsHttp.pictures,
      { query: { limit: PICTURES, ...(pageParam !== null && { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next ?? undefined,
});

const payoutsKey = ['earnings', 'payouts'] as const;
/** Delay before the next try if a reply is older than this browser's own writes. */
const STALE_RETRY_MS = 2000;

/** Payouts in pages, the newest first. */
export const payoutsQuery = infiniteQueryOptions({
  queryKey: payoutsKey,
  queryFn: ({ pageParam, signal, client }) =>
    call(
      profitsHttp.payouts,
      { query: { limit: PAYOUTS, ...(pageParam !== null && { cursor: pageParam }) } },
      {
        signal,
        onStale: () => setTimeout(() => void client.invalidateQueries({ queryKey: payoutsKey }), STALE_RETRY_MS),
      },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next ?? undefined,
});
