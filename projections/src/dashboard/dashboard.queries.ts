import { utcMonth } from '@easel/contracts/account/policy';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { POOL } from '@easel/kernel/tokens';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import { Statement } from '../kernel/statement.ts';
import { dashboard } from './dashboard.projector.ts';

export const dashboardModel = readModel(dashboard);
const { schema } = dashboardModel;

export type Overview = z.output<typeof dashboardHttp.overview.reply>['dashboard']['overview'];

export class MemberOverview extends Query<{ overview: Overview; incomplete: boolean }> {
  constructor(
    readonly memberId: string,
    readonly now: Date,
  ) {
    super();
  }
}

interface FiguresFound {
  requested: number;
  completed: number;
  downloads: number;
  incomplete: boolean;
  this_month: number;
}

const FIGURES = new Statement<FiguresFound>(
  'member overview',
  `select requested, completed, downloads, incomplete, coalesce((
     select requested from ${schema}.month where member_id = $1 and month = $2
   ), 0) as this_month
   from ${schema}.figures where member_id = $1`,
);

const NONE: FiguresFound = { requested: 0, completed: 0, downloads: 0, incomplete: false, this_month: 0 };

@QueryHandler(MemberOverview)
export class MemberOverviewHandler implements IQueryHandler<MemberOverview> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ memberId, now }: MemberOverview): Promise<{ overview: Overview; incomplete: boolean }> {
    const [found = NONE] = await FIGURES.run(this.pool, [memberId, utcMonth(now)]);
    const { requested, completed, downloads, incomplete, this_month } = found;
    return {
      overview: {
        totalGenerations: requested,
        completedGenerations: completed,
        successRate: requested === 0 ? 0 : Math.round((completed / requested) * 1000) / 10,
        totalDownloads: downloads,
        thisMonth: this_month,
      },
      incomplete,
    };
  }
}
