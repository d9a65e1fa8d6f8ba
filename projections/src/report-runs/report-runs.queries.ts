import { createHash } from 'node:crypto';
import type { ReportRun, ReportTable, WholeRun } from '@easel/contracts/reports/http';
import { REPORT_ATTEMPTS, RUNS_SHOWN } from '@easel/contracts/reports/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { readModel } from '../kernel/projector.ts';
import type { Queryable } from '../kernel/reads.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { reportRunsProjector } from './report-runs.projector.ts';
import type { tables } from './report-runs.tables.ts';

export const reportsModel = readModel(reportRunsProjector);

const db = queriesOf<Database<typeof tables>>(reportsModel.schema);

const listed = [
  'run_id',
  'report',
  'parameters',
  'as_of',
  'again_of',
  'schedule_id',
  'state',
  'requested_at',
  'requested_by',
  'requested_by_role',
  'ended_at',
  'position',
  'code_hash',
] as const;

const LAST = new WrittenStatement('last report runs', { reports: column.code.list, all: column.boolean }, (given) =>
  db
    .selectFrom('report_run')
    .select(listed)
    .where((row) => row.or([row('report', '=', row.fn.any(given('reports'))), given('all')]))
    .orderBy('requested_at', 'desc')
    .orderBy('run_id')
    .limit(RUNS_SHOWN),
);

const ONE = new WrittenStatement('report run', { runId: column.uuid }, (given) =>
  db.selectFrom('report_run').selectAll().where('run_id', '=', given('runId')),
);

type Listed = Awaited<ReturnType<typeof LAST.run>>[number];

/** Of these reports; of all where it is null, of those that are no longer built in too. */
export async function lastRuns(reads: Queryable, reports: readonly string[] | null): Promise<ReportRun[]> {
  const rows = await LAST.run(reads, { reports: arrayLiteral(reports ?? []), all: reports === null });
  return rows.map(runOf);
}

export type StoredRun = Omit<WholeRun, 'progress' | 'erased_since'>;

/** Undefined where there is none of this id. */
export async function storedRun(reads: Queryable, runId: string): Promise<StoredRun | undefined> {
  const [row] = await ONE.run(reads, { runId });
  if (!row) return undefined;
  const [repeated] = row.again_of === null ? [] : await ONE.run(reads, { runId: row.again_of });
  const isBoth = row.result !== null && repeated !== undefined && repeated.result !== null;
  return {
    ...runOf(row),
    filter: row.filter === null ? null : (JSON.parse(row.filter) as string[]),
    table: row.result === null ? null : tableOf(row.result),
    result_hash: row.result === null ? null : createHash('sha256').update(row.result).digest('hex'),
    interrupted: interruptedOf(row),
    failure: row.message === null ? null : { message: row.message, detail: row.detail },
    repeats: isBoth ? { same: row.result === repeated.result, same_code: row.code_hash === repeated.code_hash } : null,
  };
}

function interruptedOf({
  state,
  attempts,
  interruption: message,
  retry_at: retryAt,
}: Awaited<ReturnType<typeof ONE.run>>[number]): StoredRun['interrupted'] {
  if (state !== 'waiting' || message === null || retryAt === null) return null;
  return { attempts, of: REPORT_ATTEMPTS, message, retry_at: retryAt.toISOString() };
}

function tableOf(result: string): ReportTable {
  const { columns, rows } = JSON.parse(result) as ReportTable;
  return { columns, rows };
}

const runOf = (row: Listed): ReportRun => ({
  id: row.run_id,
  report: row.report,
  parameters: JSON.parse(row.parameters) as Record<string, string>,
  as_of: row.as_of,
  state: row.state,
  requested_at: row.requested_at.toISOString(),
  requested_by: { id: row.requested_by, role: row.requested_by_role },
  ended_at: row.ended_at?.toISOString() ?? null,
  position: row.position,
  code_hash: row.code_hash,
  again_of: row.again_of,
  schedule_id: row.schedule_id,
});
