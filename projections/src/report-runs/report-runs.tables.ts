import type { RunState } from '@easel/contracts/reports/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Runs of reports, and what came of them. */
export const reportRuns = table(
  'report_run',
  {
    run_id: column.uuid,
    report: column.code,
    /** JSON, as they were given. */
    parameters: column.text,
    as_of: column.code.orNull,
    again_of: column.uuid.orNull,
    schedule_id: column.uuid.orNull,
    state: column.oneOf<RunState>(),
    requested_at: column.timestamptz,
    requested_by: column.code,
    requested_by_role: column.code.orNull,
    /** In which its process has died, what people read of the last, and when it is made again. */
    attempts: column.int,
    interruption: column.text.orNull,
    retry_at: column.timestamptz.orNull,
    ended_at: column.timestamptz.orNull,
    position: column.digits.orNull,
    code_hash: column.code.orNull,
    /** JSON. */
    filter: column.text.orNull,
    /** JSON, to the byte. */
    result: column.text.orNull,
    message: column.text.orNull,
    detail: column.text.orNull,
  },
  { key: ['run_id'], indexes: ['(requested_at desc)', '(report, requested_at desc)'] },
);
export type ReportRunRow = RowOf<typeof reportRuns>;

/** What is made every month. */
export const reportSchedules = table(
  'report_schedule',
  {
    schedule_id: column.uuid,
    report: column.code,
    /** JSON, as they were given. */
    parameters: column.text,
    scheduled_at: column.timestamptz,
    scheduled_by: column.code,
    scheduled_by_role: column.code.orNull,
    next_at: column.timestamptz,
  },
  { key: ['schedule_id'], indexes: ['(report, scheduled_at)'] },
);
export type ReportScheduleRow = RowOf<typeof reportSchedules>;

export const tables = [reportRuns, reportSchedules] as const;
