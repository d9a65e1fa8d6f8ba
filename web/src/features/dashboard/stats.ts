import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';
import { overviewQuery } from './overview-query.ts';

/** Null means not known. spec: rulings "Totals and success rate". */
export interface Stats {
  totalGenerations: number | null;
  inTrash: number;
  thisMonth: number | null;
  failedGenerations: number;
  /** 0 to 100; null also where no request has ended yet. */
  successRate: number | null;
  totalDownloads: number | null;
}

/** spec: member-experience §9. */
const FALLBACK_LIST = 100;

const listQuery = routeQuery(['generations', 'fallback'], generationHttp.list, {
  query: { page: 1, limit: FALLBACK_LIST },
});
/** Its total is all that is asked for. */
const downloadsQuery = routeQuery(['dashboard', 'downloads'], dashboardHttp.activity, {
  query: { event_type: 'image_download', page: 1, limit: 1 },
});

/** The four figures; where the dashboard cannot be read they are drawn from the lists of generations and downloads. */
export function useStats(): Stats | 'pending' | 'unknown' {
  const overview = useQuery(overviewQuery);
  const list = useQuery({ ...listQuery, enabled: overview.isError });
  const downloads = useQuery({ ...downloadsQuery, enabled: overview.isError });
  if (overview.data) {
    const { completedGenerations, successRate, ...figures } = overview.data.dashboard.overview;
    const ended = completedGenerations + figures.failedGenerations;
    return { ...figures, successRate: ended > 0 ? successRate : null };
  }
  if (list.data) {
    const { generations, pagination } = list.data;
    return statsOf(generations, pagination.total, downloads.data?.total ?? null, new Date(list.dataUpdatedAt));
  }
  return list.isError || overview.fetchStatus === 'paused' ? 'unknown' : 'pending';
}

/**
 * Counts what lists tell: the newest requests, how many there are in all, and how many downloads. Where the newest are
 * not all, they tell no more than the rate. What is in the trash is in no list.
 */
export function statsOf(
  newest: readonly Pick<Generation, 'status' | 'created_at'>[],
  total: number,
  totalDownloads: number | null,
  now: Date,
): Stats {
  const month = now.toISOString().slice(0, 7);
  const completed = newest.filter(({ status }) => status === 'completed');
  const failed = newest.filter(({ status }) => status === 'failed');
  const ended = completed.length + failed.length;
  const areAll = total <= newest.length;
  return {
    totalGenerations: areAll ? completed.length : null,
    inTrash: 0,
    thisMonth: areAll ? completed.filter(({ created_at }) => created_at.startsWith(month)).length : null,
    failedGenerations: failed.length,
    successRate: ended > 0 ? (completed.length / ended) * 100 : null,
    totalDownloads,
  };
}
