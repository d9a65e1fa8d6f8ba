import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo, createIndexes, establish } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { planOf, touchedBy, type Value } from '../ledger/testing/plans.ts';
import { CONSOLE_ENTRIES } from './console.queries.ts';
import { competitionsModel, WALLS } from './competitions.queries.ts';
import { RANK, REFRESH } from './standing.tables.ts';

const ENTRIES = 10_000;
const LIMIT = 24;
const CHALLENGE = '00000000-0000-4000-8000-00000000000c';
const MAKER = '00000000-0000-4000-8000-000000000001';
const FAN = '00000000-0000-4000-8000-000000000002';
const LIKED = 5;

/** Many challenges. One has an entry per minute, another a tenth as many; every tenth entry has sold something. */
const FILL = `
  insert into challenge (id, kind, month, theme, description, state, opens_at, closes_at)
  select case when n = 0 then '${CHALLENGE}'::uuid else md5('challenge' || n)::uuid end,
    'poster', '2026-11', 'Tides', '', 'open', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'
  from generate_series(0, 1000) as n;
  insert into entry (id, competition_id, member_id, generation_id, variant_id, submitted_at, closes_at, status, reason,
    visible, likes, proceeds_cents, buyers)
  select md5('entry' || n)::uuid, case when n > ${ENTRIES} then md5('other')::uuid else '${CHALLENGE}'::uuid end,
    case when n % (${ENTRIES} / 3) = 1 then '${MAKER}'::uuid else md5('member' || n / 3)::uuid end,
    md5('picture' || n)::uuid, md5('image' || n)::uuid,
    timestamptz '2026-11-01T00:00:00Z' + n * interval '1 minute', '2026-12-01T00:00:00Z', 'entered', '',
    n % 20 <> 3, n % 40, case when n % 10 = 0 then n else 0 end, case when n % 10 = 0 then 1 else 0 end
  from generate_series(1, ${ENTRIES} * 11 / 10) as n;
  insert into picture (generation_id, is_public, deleted)
  select md5('picture' || n)::uuid, true, false from generate_series(1, ${ENTRIES} * 11 / 10) as n;
  insert into fan (member_id, verified) values ('${FAN}', true);
  insert into liking (generation_id, member_id)
  select md5('picture' || n)::uuid, '${FAN}'::uuid from generate_series(1, ${LIKED}) as n`;

let database: TestDatabase;
let sql: Client;
/** As projectors write. */
let writing: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'test' });
  writing = await connectTo(singleConnection(pool, 'test'), competitionsModel.schema);
  await establish(writing, competitionsModel, competitionsModel.schema, { fresh: true });
  await writing.query(FILL);
  await createIndexes(writing, competitionsModel);
  await writing.query('vacuum analyze');
  await writing.query('set plan_cache_mode to force_generic_plan');
  await pool.end();
  sql = new Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' });
  await sql.connect();
});
afterAll(async () => {
  await Promise.all([sql.end(), writing.end()]);
  await database.drop();
});

async function rowsOf(statement: { text: string }, values: readonly Value[]): Promise<number> {
  const { rows, scans } = touchedBy(await planOf(sql, statement, values), { but: 'incomplete' });
  expect(scans).toEqual([]);
  return rows;
}

const FIRST = [null, null, null];
const MIDDLE_AT = '2026-11-04T12:00:00Z';
const MIDDLE_ID = '80000000-0000-4000-8000-000000000000';

test.each([
  ['newest', 0],
  ['likes', -20],
  ['proceeds', -5_000],
] as const)('reads a page of the wall by %s along an index, first or in the middle', async (sort, key) => {
  for (const place of [FIRST, [key, MIDDLE_AT, MIDDLE_ID]]) {
    expect(await rowsOf(WALLS.everyone[sort], [CHALLENGE, LIMIT, ...place, null])).toBeLessThanOrEqual(LIMIT + 10);
  }
});

test('reads entries of some members with an index on members', async () => {
  const plan = await planOf(sql, WALLS.some.newest, [CHALLENGE, LIMIT, ...FIRST, [MAKER]]);
  expect(touchedBy(plan, { but: 'incomplete' }).rows).toBeLessThanOrEqual(20);
});

test('reads a page of the console with an index', async () => {
  const plan = await planOf(sql, CONSOLE_ENTRIES, [CHALLENGE, null, null, 0, LIMIT]);
  // Its total is counted over the challenge's entries.
  expect(touchedBy(plan, { but: 'incomplete' }).rows).toBeLessThanOrEqual(ENTRIES * 1.1 + LIMIT);
});

/** Rows of entries that a projector's statement looks at. */
async function entriesReadBy(text: string, values: readonly Value[]): Promise<number> {
  const plan = await planOf(writing, { text }, values);
  return touchedBy(
    plan.filter((node) => node['Relation Name'] === 'entry' && node['Node Type'] !== 'ModifyTable'),
    { but: '' },
  ).rows;
}

test('reads no entry but those of the pictures that were touched, by themselves or by a fan', async () => {
  const { rows } = await writing.query<{ id: string }>(
    `select generation_id as id from entry where id = md5('entry' || 9)::uuid`,
  );
  // Each is found, and found again to be written.
  expect(await entriesReadBy(REFRESH, [rows.map(({ id }) => id), [FAN]])).toBeLessThanOrEqual(2 * (1 + LIKED));
});

test('ranks entries without reading those that have sold nothing', async () => {
  expect(await entriesReadBy(RANK, [[CHALLENGE]])).toBeLessThanOrEqual(2 * (ENTRIES / 10));
});
