import { randomUUID } from 'node:crypto';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo, createIndexes, establish } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { planOf, touchedBy, type Value } from '../ledger/testing/plans.ts';
import { lookupStatements } from './customer-lookups.queries.ts';
import { type OrderFilter, ordersModel, statementFor, valuesOf } from './orders.queries.ts';

const ORDERS = 50_000;
const LIMIT = 25;
/** One order of so many is late, and one of so many has a parcel. */
const [LATE, PARCEL] = [500, 5];
const LATES = ORDERS / LATE;
const memberId = randomUUID();

let database: TestDatabase;
let sql: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'test' });
  const writing = await connectTo(singleConnection(pool, 'test'), ordersModel.schema);
  await establish(writing, ordersModel, ordersModel.schema, { fresh: true });
  await writing.query(
    `insert into placed
     select gen_random_uuid(), case when n % 1000 = 7 then $1::uuid else gen_random_uuid() end, n,
       'ORD-' || 1700000000000 + n, case when n % ${PARCEL} = 0 then 'shipped' else 'delivered' end, n % 50 = 1,
       'pi_' || n, 'Customer ' || n, 'customer-' || n || '@example.org', '', '', '', '', '', null,
       case when n % ${PARCEL} = 0 then 'RM' || n || 'GB' else '' end,
       case when n % ${LATE} = 0 then now() - interval '1 hour' when n % ${PARCEL} = 0 then now() + interval '1 day' end,
       '[]', '[]', '{}'
     from generate_series(1, ${ORDERS}) as n`,
    [memberId],
  );
  await createIndexes(writing, ordersModel);
  await writing.query('vacuum analyze');
  await writing.end();
  await pool.end();
  sql = new Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' });
  await sql.connect();
});
afterAll(async () => {
  await sql?.end();
  await database?.drop();
});

const literal = (value: unknown): Value => (typeof value === 'boolean' ? String(value) : (value as Value));

const touched = async (statement: { text: string }, values: readonly unknown[]) =>
  touchedBy(await planOf(sql, statement, values.map(literal)), { but: 'incomplete' });

test.each<[string, OrderFilter, number]>([
  ['nothing', {}, LATES + LIMIT + 1],
  ['a payment', { payment: 'pi_40000' }, 1],
  ['the start of a reference', { q: 'ORD-17000000499' }, 200],
  ['a tracking number', { tracking: 'rm 25000 gb' }, 2],
  ['a member', { member: memberId }, ORDERS / 1000],
  ['being late', { late: true }, LATES],
  ['not being late', { late: false }, LIMIT + 2],
])('orders are found by %s along an index, both ways', async (_what, filter, most) => {
  for (const place of [{}, { before: String(ORDERS) }, { after: '1' }]) {
    const asked = { ...filter, ...place };
    const { rows, scans } = await touched(statementFor(asked), valuesOf(asked, LIMIT));
    expect(scans.filter((type) => type !== 'Bitmap Heap Scan' && type !== 'Bitmap Index Scan')).toEqual([]);
    expect(rows).toBeLessThanOrEqual(most);
  }
});

test.each([
  ['email', 'Customer-20000@example.org', 1],
  ['name', 'customer 2000', 11],
] as const)('a customer is looked up by %s along an index', async (by, text, most) => {
  const { rows, scans } = await touched(lookupStatements[by], [text, LIMIT]);
  expect(scans.filter((type) => type === 'Seq Scan')).toEqual([]);
  expect(rows).toBeLessThanOrEqual(most);
});
