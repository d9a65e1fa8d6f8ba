import type { FilterFact } from '@easel/contracts/filters/events';
import { filtersStream } from '@easel/contracts/filters/stream';
import { put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { incomplete, filters as kept, type FilterRow, tables } from './filters.tables.ts';

class FiltersRows implements RowBatch {
  /** By id, the last of each; undefined where it was deleted. */
  private readonly last = new Map<string, FilterRow | undefined>();

  set(id: string, row: FilterRow | undefined): void {
    this.last.set(id, row);
  }

  async write(sql: ClientBase): Promise<void> {
    const rows = [...this.last.values()].filter((row) => row !== undefined);
    const deleted = [...this.last.keys()].filter((id) => this.last.get(id) === undefined);
    await put(sql, kept, rows);
    if (deleted.length === 0) return;
    await sql.query({
      name: 'delete filters',
      text: 'delete from event_filter where id = any($1::uuid[])',
      values: [deleted],
    });
  }
}

/** What operators narrow the list of events to, under their names for it. */
export const filters = projectorOf<FilterFact, FiltersRows>()({
  name: 'filters',
  version: 1,
  categories: [filtersStream.category],
  tables,
  rows: () => new FiltersRows(),
  on: {
    EventFilterSaved: ({ data: { filterId, operatorId, name, filter, savedAt } }, rows) =>
      rows.set(filterId, {
        id: filterId,
        operator_id: operatorId,
        name,
        filter,
        saved_at: savedAt,
      }),
    EventFilterDeleted: ({ data }, rows) => rows.set(data.filterId, undefined),
  },
  ignores: [],
  markIncomplete: markStreams(incomplete, [filtersStream]),
});
