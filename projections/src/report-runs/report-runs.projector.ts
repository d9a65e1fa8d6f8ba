import type { ReportFact } from '@easel/contracts/reports/events';
import { reportStream } from '@easel/contracts/reports/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ClientBase } from 'pg';
import { FoldedTable, type Step } from '../kernel/folded-rows.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { type ReportRunRow, reportRuns, tables } from './report-runs.tables.ts';

const folded = new FoldedTable(reportRuns);
const open = {
  ended_at: null,
  position: null,
  code_hash: null,
  filter: null,
  result: null,
  message: null,
  detail: null,
};

class ReportRunRows implements RowBatch {
  private readonly rows = folded.batch();

  change(runId: string, step: Step<ReportRunRow>): void {
    this.rows.change(runId, step);
  }

  /** What came of it. */
  end({ data: { runId }, recordedAt }: Recorded<ReportFact>, outcome: Partial<ReportRunRow>): void {
    this.change(runId, (row) => row && { ...row, ...outcome, ended_at: recordedAt.toISOString() });
  }

  async write(sql: ClientBase): Promise<void> {
    await folded.write(sql, await this.rows.fold(sql));
  }
}

/** Runs of reports, with their results. */
export const reportRunsProjector = projectorOf<ReportFact, ReportRunRows>()({
  name: 'reports',
  version: 1,
  categories: [reportStream.category],
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
        state: 'waiting',
        requested_at: recordedAt.toISOString(),
        requested_by: actor.id,
        requested_by_role: actor.role ?? null,
      })),
    ReportMade: (fact, rows) => {
      const { position, codeHash, filter, result } = fact.data;
      rows.end(fact, { state: 'made', position, code_hash: codeHash, filter: JSON.stringify(filter), result });
    },
    ReportFailed: (fact, rows) => {
      const { message, detail } = fact.data;
      rows.end(fact, { state: 'failed', message, detail });
    },
    ReportCancelled: (fact, rows) => rows.end(fact, { state: 'cancelled' }),
  },
  ignores: [],
  // A run is a partition of its own: while one of its facts is parked it stands as it was before that.
  markIncomplete: () => Promise.resolve(),
});
