import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import type { LiveJob } from '@easel/contracts/generation/live';
import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';
import { isOpen } from './job-list.ts';

const POLL_MS = 1000;
/** While the last look failed. */
const POLL_AFTER_FAILURE_MS = 5000;

/** Not under the root `generations`: a list that moved says nothing new about a single one. */
export const generationKey = (id: string) => ['generation', id] as const;

/**
 * One generation, looked at until it has ended: every second where the stream does not tell of it, as `told` or at all.
 */
export const generationQuery = (id: string, told: LiveJob | undefined) =>
  queryOptions({
    ...routeQuery(generationKey(id), generationHttp.one, { params: { id } }),
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data && !hasMore(state.data.generation, told)) return false;
      return state.status === 'error' ? POLL_AFTER_FAILURE_MS : POLL_MS;
    },
  });

/** Whether a look would show more: by what the stream told of it, or because nobody tells. */
export function hasMore({ status, variants }: Generation, liveJob: LiveJob | undefined): boolean {
  if (!isOpen(status)) return false;
  return !liveJob || !isOpen(liveJob.status) || liveJob.done > variants.length || liveJob.status !== status;
}
