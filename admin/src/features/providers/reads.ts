import type { Reply } from '@easel/contracts/kernel/client/address';
import { providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import { providersHttp } from '@easel/contracts/providers/http';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';

/** How often they are read while the page is seen, hint or none: a failing provider is tried again by itself. */
const EVERY_MS = 30_000;
/** Between two reads that hints ask for. */
const PAUSE_MS = 2_000;

export const DAYS = 30;

/** The providers as they are now. */
export function useProviders(): UseQueryResult<Reply<typeof providersHttp.console>> {
  const reading = useQuery({
    queryKey: ['providers', 'console'],
    queryFn: ({ signal }) => call(providersHttp.console, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['providers'], () => reading.refetch(), PAUSE_MS);
  return reading;
}

/** Their figures of the last days. */
export function useFigures(): UseQueryResult<Reply<typeof providerFiguresHttp.figures>> {
  const reading = useQuery({
    queryKey: ['providers', 'figures'],
    queryFn: ({ signal }) => call(providerFiguresHttp.figures, { query: { days: DAYS } }, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['providers'], () => reading.refetch(), PAUSE_MS);
  return reading;
}
