import { expect, test } from 'vitest';
import { createPool, migrate } from '../database/database.ts';
import { describeDerivedRows } from './derived-rows.contract.ts';
import { derivedTables, PostgresDerivedRows } from './derived-rows-postgres.ts';
import { createTestDatabase } from '../testing/database.ts';

describeDerivedRows('in PostgreSQL', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 2, name: 'derived' });
  await migrate(pool, { 'derived files': derivedTables });
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

test('files of a database whose columns were called by a feature stay made', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'derived' });
  try {
    const old = derivedTables
      .slice(0, 5)
      .map((step) => step.replace('subject_id', 'generation_id').replace('part_id', 'variant_id'));
    await migrate(pool, { 'derived files': old });
    const [subjectId, partId] = ['8a7d0a0e-0f6b-4b57-9a11-1c8f5d3e2b01', '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02'];
    await pool.query(
      `INSERT INTO vault.derived_files
         (key, recipe, source, generation_id, variant_id, format, width_px, height_px, state, blob, bytes)
       VALUES ('one', 1, 'original', $1, $2, 'jpg', 1, 1, 'made', 'blob-1', 12)`,
      [subjectId, partId],
    );
    await migrate(pool, { 'derived files': derivedTables });
    const { rows } = await pool.query('SELECT subject_id, part_id, blob, layout, making FROM vault.derived_files');
    expect(rows).toEqual([{ subject_id: subjectId, part_id: partId, blob: 'blob-1', layout: null, making: null }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
