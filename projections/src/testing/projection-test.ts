import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { escapeIdentifier, type Pool, type QueryResultRow } from 'pg';
import type { ReadModel } from '../kernel/projector.ts';
import { type Checkpoints, followCheckpoints } from './checkpoints.ts';

export interface ProjectionTest {
  readonly pool: Pool;
  rows(model: ReadModel, table: string, order: string): Promise<QueryResultRow[]>;
  readonly checkpoint: Checkpoints['of'];
  readonly until: Checkpoints['until'];
  close(): Promise<void>;
}

/** A database of its own, and a way to wait for what projections do there. */
export async function openProjectionTest(): Promise<ProjectionTest> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 4, name: 'test' });
  const checkpoints = await followCheckpoints(database.url);
  return {
    pool,
    checkpoint: checkpoints.of,
    until: checkpoints.until,
    async rows(model, table, order) {
      const { rows } = await pool.query<QueryResultRow>(
        `select * from ${escapeIdentifier(model.schema)}.${escapeIdentifier(table)} order by ${order}`,
      );
      return rows;
    },
    async close() {
      await checkpoints.close();
      await pool.end();
      await database.drop();
    },
  };
}
