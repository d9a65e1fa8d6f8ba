import type { CallInput, Reply } from '@easel/contracts/kernel/client/address';
import { isRefusal } from '@easel/contracts/kernel/client/api-error';
import { RetryKeys } from '@easel/contracts/kernel/client/retry-keys';
import type { Route } from '@easel/contracts/kernel/http';
import type { QueryRoot } from '@easel/contracts/query-roots';
import {
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** So that no key begins with a word which no command could name in `moves`. */
    queryKey: readonly [QueryRoot, ...unknown[]];
  }
}

const FRESH_MS = 5 * 60_000;
/** When a reply was older than this browser's own writes, it is asked for again after this while. */
const STALE_RETRY_MS = 2000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal would only be repeated.
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchOnWindowFocus: false,
      },
      // Without a connection a command fails at once and says so, instead of happening at some later time.
      mutations: { networkMode: 'always' },
    },
  });

/** A query over one route, which may come with the first question. */
export const routeQuery = <R extends Route>(queryKey: QueryKey, route: R | (() => Promise<R>), input: CallInput<R>) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Reply<R>> =>
      call(typeof route === 'function' ? await route() : route, input, {
        signal,
        onStale: () => setTimeout(() => void client.invalidateQueries({ queryKey, exact: true }), STALE_RETRY_MS),
      }),
  });

const isFirstReading = (query: Query): boolean =>
  query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive();

/**
 * Makes stale what was read under this root, or of it what the predicate names, and reads anew what is on the page.
 * What is being read for the first time is read once more when it has come: it may be answered from before the news.
 */
export async function readAnew(
  client: QueryClient,
  root: QueryRoot,
  predicate: (query: Query) => boolean = () => true,
): Promise<void> {
  const filters = { queryKey: [root] as const, predicate };
  const first = client.getQueryCache().findAll(filters).filter(isFirstReading);
  await client.invalidateQueries(filters);
  await Promise.all(first.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
}

/** Makes stale what a command moved, or of it what the predicate names. */
export const invalidateMoved = (
  client: QueryClient,
  route: Route,
  predicate?: (query: Query) => boolean,
): Promise<unknown> => Promise.all((route.moves ?? []).map((root) => readAnew(client, root, predicate)));

/**
 * A mutation over one command route; what the command moves is read anew. When nobody knows whether a call arrived, the
 * same call made again carries the same idempotency key, so that it happens once. Commands that are `inOrderWith` the
 * same word wait for each other.
 */
export function useCommand<R extends Route>(route: R, { inOrderWith }: { inOrderWith?: string } = {}) {
  const client = useQueryClient();
  const [keys] = useState(() => new RetryKeys({ oneAtATime: true }));
  return useMutation({
    ...(inOrderWith ? { scope: { id: inOrderWith } } : {}),
    mutationFn: (input: CallInput<R>) =>
      route.idempotent
        ? keys.over(input, (idempotencyKey) => call(route, input, { idempotencyKey }))
        : call(route, input),
    onSuccess: () => invalidateMoved(client, route),
  });
}
