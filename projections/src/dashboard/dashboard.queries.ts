import { utcMonth } from '@easel/contracts/account/policy';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import { dashboard } from './dashboard.projector.ts';
import type { tables } from './dashboard.tables.ts';

export const dashboardModel = readModel(dashboard);
const { schema } = dashboardModel;

export type Overview = z.output<typeof dashboardHttp.overview.reply>['dashboard']['overview'];

const FIGURES = new WrittenStatement('member overview', { memberId: column.uuid, month: column.text }, (given) =>
  queriesOf<Database<typeof tables>>(schema)
    .selectFrom('figures')
    .leftJoin('month', (join) =>
      join.onRef('month.member_id', '=', 'figures.member_id').on('month.month', '=', given('month')),
    )
    .where('figures.member_id', '=', given('memberId'))
    .select([
      'figures.requested',
      'figures.completed',
      'figures.downloads',
      'figures.incomplete',
      'month.requested as this_month',
    ]),
);

const NONE = { requested: 0, completed: 0, downloads: 0, incomplete: false, this_month: 0 };

/** Counts what a member has made and downloaded so far; the rate is in percent. `now` tells which UTC month this is. */
export async function memberOverview(
  reads: Reads,
  memberId: string,
  now: Date,
): Promise<{ overview: Overview; incomplete: boolean }> {
  const [found = NONE] = await FIGURES.run(reads, { memberId, month: utcMonth(now) });
  const { requested, completed, downloads, incomplete, this_month } = found;
  return {
    overview: {
      totalGenerations: requested,
      completedGenerations: completed,
      successRate: requested === 0 ? 0 : Math.round((completed / requested) * 1000) / 10,
      totalDownloads: downloads,
      thisMonth: this_month ?? 0,
    },
    incomplete,
  };
}
