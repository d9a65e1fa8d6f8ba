import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

export interface Stats {
  totalGenerations: number;
  thisMonth: number;
  /** 0 to 100; null where nothing was generated yet. */
  successRate: number | null;
  /** Null where it is not known. */
  totalDownloads: number | null;
}

/** spec: member-experience §9. */
const FALLBACK_LIST = 100;

const overviewQuery = routeQuery(['dashboard'], dashboardHttp.overview, {});
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
    const { totalGenerations, thisMonth, successRate, totalDownloads } = overview.data.dashboard.overview;
    return { totalGenerations, thisMonth, successRate: totalGenerations > 0 ? successRate : null, totalDownloads };
  }
  if (list.data) {
    const { generations, pagination } = list.data;
    return statsOf(generations, pagination.total, downloads.data?.total ?? null, new Date(list.dataUpdatedAt));
  }
  return list.isError || overview.fetchStatus === 'paused' ? 'unknown' : 'pending';
}

/** What lists tell: the newest generations and how many there are in all, and how many downloads. */
export function statsOf(
  newest: readonly Pick<Generation, 'status' | 'created_at'>[],
  total: number,
  totalDownloads: number | null,
  now: Date,
): Stats {
  const month = now.toISOString().slice(0, 7);
  const completed = newest.filter(({ status }) => status === 'completed').length;
  return {
    totalGenerations: total,
    thisMonth: newest.filter(({ created_at }) => created_at.startsWith(month)).length,
    successRate: newest.length > 0 ? (completed / newest.length) * 100 : null,
    totalDownloads,
  };
}
