import { monthStart, utcMonth } from '@easel/contracts/account/policy';
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

const FIGURES = new WrittenStatement('member overview', { memberId: column.uuid }, (given) =>
  queriesOf<Database<typeof tables>>(schema)
    .selectFrom('figures')
    .where('member_id', '=', given('memberId'))
    .select(['completed', 'failed', 'downloads', 'incomplete']),
);

const NONE = { completed: 0, failed: 0, downloads: 0, incomplete: false };

/** Counts a member's completed pictures: in the gallery, in the trash, and those of both requested since an instant. */
export type CountPictures = (
  reads: Reads,
  memberId: string,
  since: Date,
) => Promise<{ shown: number; inTrash: number; sinceThen: number }>;

/**
 * Counts what a member has made and downloaded so far. `now` selects the UTC month.
 * spec: rulings "Totals and success rate".
 */
export async function memberOverview(
  { reads, countPictures }: { reads: Reads; countPictures: CountPictures },
  memberId: string,
  now: Date,
): Promise<{ overview: Overview; incomplete: boolean }> {
  const [[found = NONE], pictures] = await Promise.all([
    FIGURES.run(reads, { memberId }),
    countPictures(reads, memberId, monthStart(utcMonth(now))),
  ]);
  const { completed, failed, downloads, incomplete } = found;
  const ended = completed + failed;
  return {
    overview: {
      totalGenerations: pictures.shown + pictures.inTrash,
      inTrash: pictures.inTrash,
      thisMonth: pictures.sinceThen,
      completedGenerations: completed,
      failedGenerations: failed,
      successRate: ended === 0 ? 0 : Math.round((completed / ended) * 1000) / 10,
      totalDownloads: downloads,
    },
    incomplete,
  };
}
