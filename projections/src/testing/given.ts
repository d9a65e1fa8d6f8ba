import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { escapeIdentifier, type Pool, type QueryResultRow } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { BatchWriter } from '../kernel/batch-writer.ts';
import { connectTo, establish, readCheckpoint } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { type Projector, type ReadModel, readModel, type RowBatch } from '../kernel/projector.ts';
import { rebuild } from '../kernel/rebuild.ts';
import { MemoryLog } from './memory-log.ts';
import { silent } from './silent.ts';

/** Sizes in which facts are delivered, over and over: each is a transaction of its own. */
const BATCH_SIZES = [1, 3, 2];

export interface Then {
  /** Exactly these rows, in any order; of each, the columns that are named. */
  thenRows(table: string, ...rows: QueryResultRow[]): Promise<void>;
  thenNoRows(table: string): Promise<void>;
}

/**
 * `given(...facts).thenRows(table, …)` on a database of the test file's own. The facts go through the apply path of the
 * real runner, every batch twice, and then through a rebuild, whose rows must be the same.
 */
export const givenFor = <F extends Fact, Rows extends RowBatch>(
  projector: Projector<F, Rows>,
): ((...facts: readonly Recorded[]) => Then) => givenOf(readModel(projector));

export function givenOf(model: ReadModel): (...facts: readonly Recorded[]) => Then {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, { max: 2, name: 'test' });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const project = async (facts: readonly Recorded[]): Promise<void> => {
    const sql = await connectTo(singleConnection(pool, 'test'), model.schema);
    try {
      await establish(sql, model, model.schema, { fresh: true });
      for (const batch of batchesOf(facts)) {
        const before = await readCheckpoint(sql, model.schema);
        if (!before) throw new Error('no checkpoint');
        const upTo = batch.at(-1)?.position ?? 0n;
        const writer = new BatchWriter(sql, model, model.schema, before);
        await writer.apply(batch, upTo);
        await writer.apply(batch, upTo);
      }
    } finally {
      await sql.end();
    }
    const outcome = await rebuild({
      model,
      pool,
      log: new MemoryLog(facts),
      logger: silent,
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ kind: 'swapped', facts: facts.length, differences: [] });
  };

  return (...facts) => ({
    async thenRows(table, ...rows) {
      await project(facts);
      const found = await pool.query<QueryResultRow>(
        `select * from ${escapeIdentifier(model.schema)}.${escapeIdentifier(table)}`,
      );
      expect(found.rows).toHaveLength(rows.length);
      expect(found.rows).toEqual(expect.arrayContaining(rows.map((row): unknown => expect.objectContaining(row))));
    },
    async thenNoRows(table) {
      await this.thenRows(table);
    },
  });
}

function* batchesOf(facts: readonly Recorded[]): Generator<readonly Recorded[]> {
  for (let from = 0, turn = 0; from < facts.length; turn++) {
    const size = BATCH_SIZES[turn % BATCH_SIZES.length] ?? 1;
    yield facts.slice(from, from + size);
    from += size;
  }
}
