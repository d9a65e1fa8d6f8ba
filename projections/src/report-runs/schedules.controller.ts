import { reportsHttp, type ReportSchedule } from '@easel/contracts/reports/http';
import type { ReportName } from '@easel/contracts/reports/policy';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param } from '@nestjs/common';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { reportsModel } from './report-runs.queries.ts';
import { schedulesOf } from './schedules.queries.ts';

@Controller()
export class SchedulesController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(reportsHttp.schedules)
  @ReadsFrom(reportsModel)
  async schedules(
    @Param({ schema: reportsHttp.schedules.params }) { report }: { report: ReportName },
  ): Promise<{ success: true; schedules: ReportSchedule[] }> {
    return { success: true, schedules: await schedulesOf(this.reads, report) };
  }
}
