import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { column, table } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { type Projector, projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import type { Recorder } from './recorded.ts';

export type TallyFact = Fact<'Counted', { by: number; note: string }> | Fact<'Cleared', object>;

const appliedTable = table(
  'applied',
  { position: column.position, stream: column.text, by: column.int, note: column.text },
  { key: ['position', 'stream', 'note'] },
);
const applied = new SummedTable(appliedTable);
const incompleteTable = table('incomplete', { stream: column.text }, { key: ['stream'] });

class TallyRows implements RowBatch {
  readonly applied = applied.batch();

  constructor(private readonly beforeWrite: (sql: ClientBase) => Promise<void>) {}

  async write(sql: ClientBase): Promise<void> {
    await this.beforeWrite(sql);
    await this.applied.write(sql);
  }
}

/**
 * A read model to test the machinery with: a row for each fact that was applied, with how often. A `by` beyond an
 * integer, and a note with a NUL, fit no row; below 0 the handler throws.
 */
export const tallyProjector = (
  beforeWrite: (sql: ClientBase) => Promise<void> = async () => undefined,
): Projector<TallyFact, TallyRows> =>
  projectorOf<TallyFact, TallyRows>()({
    name: 'tally',
    version: 1,
    categories: ['tally'],
    tables: [appliedTable, incompleteTable],
    rows: () => new TallyRows(beforeWrite),
    on: {
      Counted: ({ position, stream, data }, rows) => {
        if (data.by < 0) throw new RangeError('counts only upwards');
        rows.applied.add({ position, stream, ...data });
      },
    },
    ignores: ['Cleared'],
    markIncomplete: (sql, partitions, incomplete) => markKeys(sql, incompleteTable, partitions, incomplete),
  });

export const counted = (recorder: Recorder, stream: string, by = 1, note = ''): Recorded =>
  recorder.record<TallyFact>(stream, { type: 'Counted', data: { by, note } });
