import type { Reply } from '@easel/contracts/kernel/client/address';
import { providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import { providersHttp } from '@easel/contracts/providers/http';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';

/** Poll interval while the page is visible. A failing provider becomes ready without an event. */
const EVERY_MS = 30_000;
/** Shortest time between two reads caused by events. */
const PAUSE_MS = 2_000;

export const DAYS = 30;

/** Reads the providers and the routing table. */
export function useProviders(): UseQueryResult<Reply<typeof providersHttp.console>> {
  const reading = useQuery({
    queryKey: ['providers', 'console'],
    queryFn: ({ signal }) => call(providersHttp.console, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['providers'], () => reading.refetch(), PAUSE_MS);
  return reading;
}

/** Reads the providers' figures of the last `DAYS` days. */
export function useFigures(): UseQueryResult<Reply<typeof providerFiguresHttp.figures>> {
  const reading = useQuery({
    queryKey: ['providers', 'figures'],
    queryFn: ({ signal }) => call(providerFiguresHttp.figures, { query: { days: DAYS } }, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['providers'], () => reading.refetch(), PAUSE_MS);
  return reading;
}
