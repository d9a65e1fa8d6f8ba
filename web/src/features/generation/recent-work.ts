import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { STUDIO_DAYS } from '@easel/contracts/generation/policy';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isOpen } from './job-list.ts';

/** Generations that are read at once. */
const PART = 24;

/** Page after page of the member's own generations, the newest first, as far back as the studio shows them. */
export const recentWorkQuery = infiniteQueryOptions({
  queryKey: ['generations', 'recent-work'],
  queryFn: ({ pageParam, signal }) =>
    call(generationHttp.list, { query: { page: pageParam, limit: PART } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ generations, pagination: { page, pages } }) => {
    const last = generations.at(-1);
    return page < pages && last && isRecent(last, Date.now()) ? page + 1 : undefined;
  },
});

const isRecent = ({ created_at: createdAt }: Pick<Generation, 'created_at'>, nowMs: number): boolean =>
  Date.parse(createdAt) > nowMs - STUDIO_DAYS * 86_400_000;

/**
 * What the studio shows of them: what has an image or will have one. What moved from page to page while they were read
 * stands once.
 */
export function recentWork(read: readonly Generation[], nowMs: number): Generation[] {
  const byId = new Map(read.map((generation) => [generation.id, generation]));
  return [...byId.values()].filter(
    (generation) => isRecent(generation, nowMs) && (isOpen(generation.status) || generation.variants.length > 0),
  );
}
