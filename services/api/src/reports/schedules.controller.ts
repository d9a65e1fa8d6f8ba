import { reportsHttp } from '@easel/contracts/reports/http';
import type { ReportName } from '@easel/contracts/reports/policy';
import { scheduleStream } from '@easel/contracts/reports/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import type { ScheduleCommand } from './schedules.decider.ts';

interface Scheduled {
  report: ReportName;
  id: string;
}
interface Done {
  success: true;
}

@Controller()
export class SchedulesController {
  constructor(private readonly commands: CommandBus) {}

  @RouteOf(reportsHttp.schedule)
  schedule(
    @Param({ schema: reportsHttp.schedule.params }) { report, id: scheduleId }: Scheduled,
    @Body({ schema: reportsHttp.schedule.body }) { parameters = {} }: z.output<typeof reportsHttp.schedule.body>,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    return this.decide({ type: 'ScheduleReport', scheduleId, report, parameters }, context);
  }

  @RouteOf(reportsHttp.unschedule)
  unschedule(
    @Param({ schema: reportsHttp.unschedule.params }) { report, id: scheduleId }: Scheduled,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    return this.decide({ type: 'UnscheduleReport', scheduleId, report }, context);
  }

  private async decide(command: Undated<ScheduleCommand>, context: CommandContext): Promise<Done> {
    await this.commands.execute(decide<ScheduleCommand>(scheduleStream, command.report, command, context));
    return { success: true };
  }
}
