import type { QueryFact } from '@easel/contracts/queries/events';
import { queriesStream } from '@easel/contracts/queries/stream';
import { put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { incomplete as incompleteTable, queries as kept, type QueryRow, tables } from './queries.tables.ts';

class QueriesRows implements RowBatch {
  /** By id, the last of each; undefined where it was deleted. */
  private readonly last = new Map<string, QueryRow | undefined>();

  set(id: string, row: QueryRow | undefined): void {
    this.last.set(id, row);
  }

  async write(sql: ClientBase): Promise<void> {
    const rows = [...this.last.values()].filter((row) => row !== undefined);
    const deleted = [...this.last.keys()].filter((id) => this.last.get(id) === undefined);
    await put(sql, kept, rows);
    if (deleted.length === 0) return;
    await sql.query({
      name: 'delete queries',
      text: 'delete from query where id = any($1::uuid[])',
      values: [deleted],
    });
  }
}

/** What operators ask the log, under their names for it. */
export const queries = projectorOf<QueryFact, QueriesRows>()({
  name: 'queries',
  version: 1,
  categories: [queriesStream.category],
  tables,
  rows: () => new QueriesRows(),
  on: {
    QuerySaved: ({ data: { queryId, operatorId, name, filter, savedAt } }, rows) =>
      rows.set(queryId, {
        id: queryId,
        operator_id: operatorId,
        name,
        filter,
        saved_at: savedAt,
      }),
    QueryDeleted: ({ data }, rows) => rows.set(data.queryId, undefined),
  },
  ignores: [],
  async markIncomplete(sql, partitions, incomplete) {
    await markKeys(sql, incompleteTable, uuidsOf(partitions.map(queriesStream.idOf)), incomplete);
  },
});
