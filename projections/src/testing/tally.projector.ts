import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { ClientBase } from 'pg';
import type { Projector, RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import type { Recorder } from './recorded.ts';

export type TallyFact = Fact<'Counted', { by: number; note: string }> | Fact<'Cleared', object>;

const applied = new SummedTable<{ position: bigint; stream: string; by: number; note: string }>({
  name: 'applied',
  key: ['position', 'stream', 'note'],
  columns: { position: 'bigint', stream: 'text', by: 'int', note: 'text' },
});

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
): Projector<TallyFact, TallyRows> => ({
  name: 'tally',
  version: 1,
  categories: ['tally'],
  tables: [
    'create table applied (position bigint, stream text, by int not null, note text, primary key (position, stream, note))',
    'create table incomplete (stream text primary key)',
  ],
  rows: () => new TallyRows(beforeWrite),
  on: {
    Counted: ({ position, stream, data }, rows) => {
      if (data.by < 0) throw new RangeError('counts only upwards');
      rows.applied.add({ position, stream, ...data });
    },
    Cleared: () => undefined,
  },
  async markIncomplete(sql, partitions, incomplete) {
    if (incomplete) {
      await sql.query('insert into incomplete select unnest($1::text[]) on conflict do nothing', [[...partitions]]);
    } else await sql.query('delete from incomplete where stream = any($1::text[])', [[...partitions]]);
  },
});

export const counted = (recorder: Recorder, stream: string, by = 1, note = ''): Recorded =>
  recorder.record<TallyFact>(stream, { type: 'Counted', data: { by, note } });
