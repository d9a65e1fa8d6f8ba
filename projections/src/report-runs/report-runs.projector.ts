import type { ReportFact } from '@easel/contracts/reports/events';
import { nextFirstAt } from '@easel/contracts/reports/policy';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { reportStream, scheduleStream } from '@easel/contracts/reports/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ClientBase } from 'pg';
import { FoldedTable, type Step } from '../kernel/folded-rows.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type ReportRunRow,
  reportRuns,
  type ReportScheduleRow,
  reportSchedules,
  tables,
} from './report-runs.tables.ts';

const foldedRuns = new FoldedTable(reportRuns);
const foldedSchedules = new FoldedTable(reportSchedules);
const open = {
  attempts: 0,
  interruption: null,
  retry_at: null,
  ended_at: null,
  position: null,
  code_hash: null,
  filter: null,
  result: null,
  message: null,
  detail: null,
};

class ReportRunRows implements RowBatch {
  private readonly runs = foldedRuns.batch();
  private readonly schedules = foldedSchedules.batch();

  change(runId: string, step: Step<ReportRunRow>): void {
    this.runs.change(runId, step);
  }

  schedule(scheduleId: string, step: Step<ReportScheduleRow>): void {
    this.schedules.change(scheduleId, step);
  }

  /** What came of it. */
  end({ data: { runId }, recordedAt }: Recorded<ReportFact>, outcome: Partial<ReportRunRow>): void {
    this.change(runId, (row) => row && { ...row, ...outcome, ended_at: recordedAt.toISOString() });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([this.runs.flush(sql), this.schedules.flush(sql)]);
  }
}

/** Runs of reports, with their results, and what is made every month. */
export const reportRunsProjector = projectorOf<ReportFact | ScheduleFact, ReportRunRows>()({
  name: 'reports',
  version: 3,
  categories: [reportStream.category, scheduleStream.category],
  tables,
  rows: () => new ReportRunRows(),
  on: {
    ReportRequested: ({ data, metadata: { actor }, recordedAt }, rows) =>
      rows.change(data.runId, () => ({
        ...open,
        run_id: data.runId,
        report: data.report,
        parameters: JSON.stringify(data.parameters),
        as_of: data.asOf,
        again_of: data.againOf,
        schedule_id: data.scheduleId ?? null,
        state: 'waiting',
        requested_at: recordedAt.toISOString(),
        requested_by: actor.id,
        requested_by_role: actor.role ?? null,
      })),
    ReportInterrupted: ({ data: { runId, attempt, message, retryAt } }, rows) =>
      rows.change(runId, (row) => row && { ...row, attempts: attempt, interruption: message, retry_at: retryAt }),
    ReportMade: (fact, rows) => {
      const { position, codeHash, filter, result } = fact.data;
      rows.end(fact, { state: 'made', position, code_hash: codeHash, filter: JSON.stringify(filter), result });
    },
    ReportFailed: (fact, rows) => {
      const { message, detail } = fact.data;
      rows.end(fact, { state: 'failed', message, detail });
    },
    ReportCancelled: (fact, rows) => rows.end(fact, { state: 'cancelled' }),
    ReportScheduled: ({ data, metadata: { actor } }, rows) =>
      rows.schedule(data.scheduleId, () => ({
        schedule_id: data.scheduleId,
        report: data.report,
        parameters: JSON.stringify(data.parameters),
        scheduled_at: data.scheduledAt,
        scheduled_by: actor.id,
        scheduled_by_role: actor.role ?? null,
        next_at: nextFirstAt(new Date(data.scheduledAt)).toISOString(),
      })),
    ReportFellDue: ({ data }, rows) =>
      rows.schedule(
        data.scheduleId,
        (row) => row && { ...row, next_at: nextFirstAt(new Date(data.asOf)).toISOString() },
      ),
    ReportUnscheduled: ({ data }, rows) => rows.schedule(data.scheduleId, () => undefined),
  },
  ignores: [],
  // A run is a partition of its own: while one of its facts is parked it stands as it was before that.
  markIncomplete: () => Promise.resolve(),
});
