import { ledgerHttp } from '@easel/contracts/ledger/http';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';
import { queryOf, type StatementFilter } from './statement-filter.ts';

const ENTRIES = 25;
/** When a reply was older than this browser's own writes, it is asked for again after this while. */
const STALE_RETRY_MS = 2000;

/** Part after part, the newest first; each also tells what there is now. */
export function entriesQuery(filter: StatementFilter) {
  const queryKey = ['statement', 'entries', filter] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal, client }) =>
      call(
        ledgerHttp.statement,
        {
          query: {
            limit: ENTRIES,
            lines: 'picture',
            ...queryOf(filter),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal, onStale: () => setTimeout(() => void client.invalidateQueries({ queryKey }), STALE_RETRY_MS) },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** What there was at an instant. */
export const pastBalanceQuery = (at: string) =>
  routeQuery(['statement', 'balance', at], ledgerHttp.statement, { query: { at } });
