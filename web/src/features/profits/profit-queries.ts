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

/** What rests and what can be paid out now, as the account says. */
export const ownQuery = routeQuery(['earnings', 'own'], earningsHttp.own, {});
/** Everything that was earned. */
export const summaryQuery = routeQuery(['earnings', 'summary'], profitsHttp.summary, {});

/** Page after page, the picture that earned the most first. */
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
/** When a reply was older than this browser's own writes, it is asked for again after this while. */
const STALE_RETRY_MS = 2000;

/** Page after page, the newest first. */
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
