import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { formatNumber } from '../../lib/figures.ts';
import { routeQuery } from '../../lib/queries.ts';

export type Overview = Reply<typeof dashboardHttp.overview>['dashboard']['overview'];

/** Serves every page that shows these figures. */
export const overviewQuery = routeQuery(['dashboard'], dashboardHttp.overview, {});

/** Says what the figures count beside what one would expect. spec: rulings "Totals and success rate". */
export const overviewNotes = (overview: Pick<Overview, 'inTrash' | 'failedGenerations'> | undefined) => ({
  total: overview && overview.inTrash > 0 ? `${formatNumber(overview.inTrash)} in the trash` : undefined,
  rate: overview && overview.failedGenerations > 0 ? `${formatNumber(overview.failedGenerations)} failed` : undefined,
  downloads: 'Yours and others’, ever',
});
