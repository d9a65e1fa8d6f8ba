import { reportStream } from '@easel/contracts/reports/stream';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { type CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { reportRuns } from './report-runs.decider.ts';

export type FallenDue = Extract<ScheduleFact, { type: 'ReportFellDue' }>['data'];

/** Asks for the run of a schedule as of a first; once. */
export class RequestDue extends Command<void> {
  constructor(
    readonly due: FallenDue,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RequestDue)
export class RequestDueHandler implements ICommandHandler<RequestDue> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ due, context }: RequestDue): Promise<void> {
    const runId = runOf(due);
    const command = { type: 'RequestReport', runId, ...due, againOf: null } as const;
    await this.runner.execute(reportStream.nameOf(runId), reportRuns, command, context);
  }
}

/** Follows from schedule and month, so that the run is one however often it is asked for. */
export const runOf = ({ scheduleId, asOf }: FallenDue): string => uuidV5(asOf, scheduleId);
