import type { QueryFact } from '@easel/contracts/columns/events';
import { queriesStream } from '@easel/contracts/columns/stream';
import type { ClientBase } from 'pg';
import { FoldedTable, type Step } from '../kernel/folded-rows.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { savedQueries, type SavedQueryRow, tables } from './queries.tables.ts';

const folded = new FoldedTable(savedQueries);
const noAlarm = { alarm_side: null, threshold: null, alarm_state: null, alarm_value: null, alarm_changed_at: null };

class QueriesRows implements RowBatch {
  private readonly rows = folded.batch();

  change(queryId: string, step: Step<SavedQueryRow>): void {
    this.rows.change(queryId, step);
  }

  async write(sql: ClientBase): Promise<void> {
    await this.rows.flush(sql);
  }
}

/** What operators have kept to ask again, and what those came to that are alarms. */
export const queries = projectorOf<QueryFact, QueriesRows>()({
  name: 'queries',
  version: 2,
  categories: [queriesStream.category],
  tables,
  rows: () => new QueriesRows(),
  on: {
    QuerySaved: ({ data: { queryId, name, sql, chart, savedAt }, metadata: { actor } }, rows) =>
      rows.change(queryId, (row) => ({
        ...(row ?? noAlarm),
        query_id: queryId,
        name,
        sql,
        chart,
        version: (row?.version ?? 0) + 1,
        saved_at: savedAt,
        saved_by: actor.id,
        saved_by_role: actor.role ?? null,
      })),
    AlarmSet: ({ data: { queryId, alarm }, recordedAt }, rows) =>
      rows.change(
        queryId,
        (row) =>
          row && {
            ...row,
            ...noAlarm,
            ...(alarm && {
              alarm_side: alarm.side,
              threshold: alarm.threshold,
              alarm_state: 'quiet',
              alarm_changed_at: recordedAt.toISOString(),
            }),
          },
      ),
    AlarmStateChanged: ({ data: { queryId, state, value, changedAt } }, rows) =>
      rows.change(
        queryId,
        (row) =>
          row && {
            ...row,
            ...(row.alarm_side && {
              alarm_state: state,
              alarm_value: value === null ? null : String(value),
              alarm_changed_at: changedAt,
            }),
          },
      ),
    QueryDeleted: ({ data: { queryId } }, rows) => rows.change(queryId, () => undefined),
  },
  ignores: [],
  // They lie in one partition, and while one of them is parked the list ends there.
  markIncomplete: () => Promise.resolve(),
});
