import type { Reply } from '@easel/contracts/kernel/client/address';
import { operationsHttp } from '@easel/contracts/operations/http';
import { LAG_EVERY_MS, type lagHours } from '@easel/contracts/operations/policy';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type Hours = (typeof lagHours)[number];
type Trends = Reply<typeof operationsHttp.lags>;
export type Lag = Trends['projections'][number]['lags'][number];

/** How far all projections were behind; one call for all that show it. */
export const useLags = (hours: Hours) =>
  useQuery({
    queryKey: ['projections', 'lags', hours],
    queryFn: ({ signal }) => call(operationsHttp.lags, { query: { hours: String(hours) } }, { signal }),
    refetchInterval: LAG_EVERY_MS,
    staleTime: LAG_EVERY_MS,
  });

export const lagsOf = ({ projections }: Trends, name: string): readonly Lag[] =>
  projections.find(({ id }) => id === name)?.lags ?? [];

/** Seconds behind by stretch, all of them in their order; null where nobody looked. */
export function stretches(
  { from, to, stretch_seconds }: Trends,
  lags: readonly Lag[],
): { at: number; seconds: number | null }[] {
  const known = new Map(lags.map(({ at, seconds }) => [Date.parse(at), seconds]));
  const all = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += stretch_seconds * 1_000) {
    all.push({ at, seconds: known.get(at) ?? null });
  }
  return all;
}
