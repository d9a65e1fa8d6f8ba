import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { expect, test, vi } from 'vitest';
import { CREATE_STATE_SCHEMA } from '../kernel/projection-state.ts';
import { silent } from '../testing/silent.ts';
import { Runs } from './runs.queries.ts';

test('prepares its tables although a projector creates their schema at the same moment', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 3, name: 'test', logger: silent });
  try {
    const projector = await pool.connect();
    await projector.query(`begin; ${CREATE_STATE_SCHEMA}`);
    const preparing = new Runs(pool).prepare();
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), 10_000);
    await projector.query('commit');
    projector.release();
    expect(await preparing).toBe(false);
  } finally {
    await pool.end();
    await database.drop();
  }
});
