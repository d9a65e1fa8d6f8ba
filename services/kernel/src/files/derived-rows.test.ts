import { createPool, migrate } from '../database/database.ts';
import { describeDerivedRows } from './derived-rows.contract.ts';
import { derivedTables, PostgresDerivedRows } from './derived-rows-postgres.ts';
import { createTestDatabase } from '../testing/database.ts';

describeDerivedRows('in PostgreSQL', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 2, name: 'derived' });
  await migrate(pool, 'derived files', derivedTables);
  return {
    rows: new PostgresDerivedRows(pool),
    made: (key, blob, bytes) =>
      pool.query(`UPDATE vault.derived_files SET state = 'made', blob = $2, bytes = $3 WHERE key = $1`, [
        key,
        blob,
        bytes,
      ]),
    failed: (key, heldMs) =>
      pool.query(
        `UPDATE vault.derived_files SET state = 'failed', failure = 'failed', held_until = now() + $2 * interval '1 ms'
         WHERE key = $1`,
        [key, heldMs],
      ),
    remove: async () => {
      await pool.end();
      await database.drop();
    },
  };
});
