import { once } from 'node:events';
import { createPool } from '@easel/kernel/database';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { Client, escapeIdentifier, type Pool, type QueryResultRow } from 'pg';
import { type Checkpoint, MOVED_CHANNEL, readCheckpoint } from '../kernel/projection-state.ts';
import type { ReadModel } from '../kernel/projector.ts';

export interface ProjectionTest {
  readonly pool: Pool;
  rows(model: ReadModel, table: string, order: string): Promise<QueryResultRow[]>;
  checkpoint(model: ReadModel): Promise<Checkpoint | undefined>;
  /** Resolves when the projection's checkpoint is as asked; it is looked at whenever the projection says something. */
  until(model: ReadModel, isSo: (checkpoint: Checkpoint) => boolean): Promise<Checkpoint>;
  close(): Promise<void>;
}

/** A database of its own, and a way to wait for what projections do there. */
export async function openProjectionTest(): Promise<ProjectionTest> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 4, name: 'test' });
  const listening = new Client({ connectionString: database.url });
  listening.on('error', () => undefined);
  await listening.connect();
  await listening.query(`listen ${MOVED_CHANNEL}`);
  const checkpoint = (model: ReadModel) => readCheckpoint(pool, model.schema).catch(() => undefined);
  return {
    pool,
    checkpoint,
    async rows(model, table, order) {
      const { rows } = await pool.query<QueryResultRow>(
        `select * from ${escapeIdentifier(model.schema)}.${escapeIdentifier(table)} order by ${order}`,
      );
      return rows;
    },
    async until(model, isSo) {
      for (;;) {
        const told = once(listening, 'notification');
        const found = await checkpoint(model);
        if (found && isSo(found)) return found;
        await told;
      }
    },
    async close() {
      await listening.end();
      await pool.end();
      await database.drop();
    },
  };
}
