import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTables, READ_SETTINGS, statements } from './tables.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url, options: READ_SETTINGS });
  await client.connect();
  await client.query(createTables('store'));
  await client.query(`
    insert into store.events
      select n, 'stream-' || n % 3, n / 3, gen_random_uuid(), 'Counted', true, 0, '', '{}' from generate_series(1, 20000) n`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const { allForwards, allBackwards, streamForwards, streamBackwards, heads, lastPosition, occurrences } =
  statements('store');
const page = '512, 1000000';

test.each([
  ['all-forwards', allForwards, `10, 20000, ${page}`],
  ['all-backwards', allBackwards, `10, 20000, ${page}`],
  ['stream-forwards', streamForwards, `10, 20000, ${page}, 'stream-1'`],
  ['stream-backwards', streamBackwards, `6000, 20000, ${page}, 'stream-1'`],
  ['heads', heads, `array['stream-1', 'missing']`],
  ['last-position', lastPosition, ''],
])(
  '%s goes by an index, in order, though the planner knows nothing of the table yet',
  async (name, { text }, values) => {
    await client.query(`prepare "${name}" as ${text}`);
    await client.query('set plan_cache_mode = force_generic_plan');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute "${name}"${values && `(${values})`}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index');
    expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
  },
);

test('ids are looked up in their own index, and not in a walk through the whole log', async () => {
  await client.query(`prepare occurrences as ${occurrences.text}`);
  await client.query('set plan_cache_mode = force_generic_plan');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) execute occurrences(array[gen_random_uuid()])`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using events_id');
  expect(plan).not.toContain('Filter');
});
