import { generationHttp } from '@easel/contracts/generation/http';
import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';
import { isOpen } from './job-list.ts';

const POLL_MS = 1000;
/** While the last look failed. */
const POLL_AFTER_FAILURE_MS = 5000;

/** Not under the root `generations`: a list that moved says nothing new about a single one. */
export const generationKey = (id: string) => ['generation', id] as const;

/** One generation, looked at every second until it has ended. */
export const generationQuery = (id: string) =>
  queryOptions({
    ...routeQuery(generationKey(id), generationHttp.one, { params: { id } }),
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data && !isOpen(state.data.generation.status)) return false;
      return state.status === 'error' ? POLL_AFTER_FAILURE_MS : POLL_MS;
    },
  });

/** The newest generations in whatever state: where those still open after a reload are found. */
export const newestQuery = routeQuery(['generations', 'newest'], generationHttp.list, {
  query: { page: 1, limit: 12 },
});
