import type { ReportSchedule } from '@easel/contracts/reports/http';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { Queryable } from '../kernel/reads.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { reportsModel } from './report-runs.queries.ts';
import type { tables } from './report-runs.tables.ts';

const OF_REPORT = new WrittenStatement('report schedules', { report: column.code }, (given) =>
  queriesOf<Database<typeof tables>>(reportsModel.schema)
    .selectFrom('report_schedule')
    .selectAll()
    .where('report', '=', given('report'))
    .orderBy('scheduled_at')
    .orderBy('schedule_id'),
);

/** As many as a report may have: its decider bounds them. */
export async function schedulesOf(reads: Queryable, report: string): Promise<ReportSchedule[]> {
  const rows = await OF_REPORT.run(reads, { report });
  return rows.map((row) => ({
    id: row.schedule_id,
    report: row.report,
    parameters: JSON.parse(row.parameters) as Record<string, string>,
    scheduled_at: row.scheduled_at.toISOString(),
    scheduled_by: { id: row.scheduled_by, role: row.scheduled_by_role },
    next_at: row.next_at.toISOString(),
  }));
}
