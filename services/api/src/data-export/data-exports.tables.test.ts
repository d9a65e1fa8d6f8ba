import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { MIGRATED_DATABASE } from '@easel/kernel/testing/migrated-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataExportQueue, DataExportRows } from './data-exports.tables.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase(MIGRATED_DATABASE);
  pool = createPool(database.url, { max: 2, name: 'exports' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('an export that was cut short waits behind those that were not, the oldest of which comes first', async () => {
  const [queue, rows] = [new DataExportQueue(pool), new DataExportRows(pool)];
  const asked = async (day: number): Promise<string> => {
    const id = randomUUID();
    await rows.begin(id, randomUUID(), new Date(Date.UTC(2026, 10, day)));
    return id;
  };
  const first = await asked(1);
  const [cut] = (await queue.claim(1, [])).due;
  expect(cut?.key).toBe(first);
  if (cut) await queue.settle(cut, { kind: 'again', inMs: 0 });
  const [third, second] = [await asked(3), await asked(2)];
  const claimed: (string | undefined)[] = [];
  for (let n = 0; n < 3; n++) claimed.push((await queue.claim(1, [])).due[0]?.key);
  expect(claimed).toEqual([second, third, first]);
});
