import { reportsHttp } from '@easel/contracts/reports/http';
import type { ReportName } from '@easel/contracts/reports/policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';

/** Progress is no fact, and nobody is told of it. */
const LOOK_EVERY_MS = 1_000;

/** Those that are built in. */
export const useReports = () =>
  useQuery({
    queryKey: ['built-in reports'],
    queryFn: ({ signal }) => call(reportsHttp.list, {}, { signal }),
    staleTime: Infinity,
  });

/** The last runs of a report, or of all of them; read anew when something came of one. */
export function useRuns(report?: ReportName) {
  useReadAnew();
  const query = report === undefined ? {} : { report };
  return useQuery({
    queryKey: ['reports', 'runs', report],
    queryFn: ({ signal }) => call(reportsHttp.runs, { query }, { signal }),
  });
}

/** One run, whole. */
export function useRun(id: string | undefined) {
  useReadAnew();
  return useQuery({
    queryKey: ['reports', 'run', id],
    queryFn: ({ signal }) => call(reportsHttp.run, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.run.state === 'waiting' ? LOOK_EVERY_MS : false),
  });
}

/** The facts behind a figure of a run, which is as it is: they are found once, as it takes a while. */
export const useFacts = (id: string, figure: { row: string; column: string }) =>
  useQuery({
    queryKey: ['facts behind', id, figure],
    queryFn: ({ signal }) => call(reportsHttp.facts, { params: { id }, query: figure }, { signal }),
    staleTime: Infinity,
    retry: false,
  });

/** Reads anew what is on the page when something came of a report. */
export function useReadAnew(): void {
  const client = useQueryClient();
  useMoved(['reports'], () => void client.invalidateQueries({ queryKey: ['reports'] }));
}
