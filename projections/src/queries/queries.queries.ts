import type { SavedQuery } from '@easel/contracts/columns/http';
import { queriesOf } from '@easel/kernel/database/query-writer';
import type { Database } from '@easel/kernel/database/table';
import { readModel } from '../kernel/projector.ts';
import type { Queryable } from '../kernel/reads.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { queries } from './queries.projector.ts';
import type { tables } from './queries.tables.ts';

export const queriesModel = readModel(queries);

const db = queriesOf<Database<typeof tables>>(queriesModel.schema);

const ALL = new WrittenStatement('saved queries', {}, () =>
  db.selectFrom('saved_query').selectAll().orderBy('name').orderBy('query_id'),
);

export async function allQueries(reads: Queryable): Promise<SavedQuery[]> {
  const rows = await ALL.run(reads, {});
  return rows.map((row) => ({
    id: row.query_id,
    name: row.name,
    sql: row.sql,
    chart: row.chart,
    version: row.version,
    saved_at: row.saved_at.toISOString(),
    saved_by: { id: row.saved_by, role: row.saved_by_role },
    alarm:
      row.alarm_side && row.threshold !== null && row.alarm_state && row.alarm_changed_at
        ? {
            side: row.alarm_side,
            threshold: row.threshold,
            state: row.alarm_state,
            value: row.alarm_value,
            changed_at: row.alarm_changed_at.toISOString(),
          }
        : null,
  }));
}
