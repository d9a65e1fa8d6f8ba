import { Refused } from '@easel/contracts/kernel/problem';
import { reportsHttp } from '@easel/contracts/reports/http';
import { mayReadReport } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import { reportStream } from '@easel/contracts/reports/stream';
import { type CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import type * as z from 'zod/mini';
import { type RunCommand, reportRuns } from './report-runs.decider.ts';

interface ById {
  id: string;
}
interface Done {
  success: true;
}

@Controller()
export class ReportRunsController {
  constructor(private readonly runner: DeciderRunner) {}

  @RouteOf(reportsHttp.request)
  async request(
    @Param({ schema: reportsHttp.request.params }) { id: runId }: ById,
    @Body({ schema: reportsHttp.request.body })
    { report, parameters = {}, as_of: asOf, again_of: againOf }: z.output<typeof reportsHttp.request.body>,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    if (!mayReadReport(context.actor.role, report)) throw new Refused(reportProblems.notFound);
    const asked = { report, parameters, asOf: asOf ?? null, againOf: againOf ?? null };
    return this.run({ type: 'RequestReport', runId, ...asked }, context);
  }

  @RouteOf(reportsHttp.cancel)
  cancel(
    @Param({ schema: reportsHttp.cancel.params }) { id: runId }: ById,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    return this.run({ type: 'CancelReport', runId }, context);
  }

  private async run(command: RunCommand, context: CommandContext): Promise<Done> {
    await this.runner.execute(reportStream.nameOf(command.runId), reportRuns, command, context);
    return { success: true };
  }
}
