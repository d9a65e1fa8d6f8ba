import { utcMonth } from '@easel/contracts/account/policy';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import { given, queriesOf, WrittenStatement } from '../kernel/query-writer.ts';
import { Reads } from '../kernel/reads.ts';
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

interface Tables {
  figures: { member_id: string; requested: number; completed: number; downloads: number; incomplete: boolean };
  month: { member_id: string; month: string; requested: number };
}

const FIGURES = new WrittenStatement(
  'member overview',
  queriesOf<Tables>(schema)
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
    ])
    .compile(),
);

const NONE = { requested: 0, completed: 0, downloads: 0, incomplete: false, this_month: 0 };

@QueryHandler(MemberOverview)
export class MemberOverviewHandler implements IQueryHandler<MemberOverview> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ memberId, now }: MemberOverview): Promise<{ overview: Overview; incomplete: boolean }> {
    const [found = NONE] = await FIGURES.run(this.reads, { memberId, month: utcMonth(now) });
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
}
