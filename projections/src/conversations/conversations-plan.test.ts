import { randomUUID } from 'node:crypto';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo, createIndexes, establish } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { planOf, touchedBy, type Value } from '../ledger/testing/plans.ts';
import { type ConversationFilter, conversationsModel, statementFor, valuesOf } from './conversations.queries.ts';

const CONVERSATIONS = 50_000;
const LIMIT = 25;
const memberId = randomUUID();

let database: TestDatabase;
let sql: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'test' });
  const writing = await connectTo(singleConnection(pool, 'test'), conversationsModel.schema);
  await establish(writing, conversationsModel, conversationsModel.schema, { fresh: true });
  await writing.query(
    `insert into conversation
     select gen_random_uuid(), case when n % 500 = 7 then $1::uuid else gen_random_uuid() end, n, '', '', '',
       now(), now(), null, 2, case when n % 1000 = 0 then 1 else 0 end
     from generate_series(1, ${CONVERSATIONS}) as n`,
    [memberId],
  );
  await createIndexes(writing, conversationsModel);
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

test.each<[string, ConversationFilter, number]>([
  ['nothing', {}, LIMIT + 1],
  ['a member', { member: memberId }, 100],
  ['having a question without an answer', { unanswered: true }, 50],
  ['having none', { unanswered: false }, LIMIT + 3],
  ['an id', { id: [randomUUID()] }, 1],
])('conversations are found by %s along an index, both ways', async (_what, filter, most) => {
  for (const place of [{}, { before: String(CONVERSATIONS) }, { after: '1' }]) {
    const asked = { ...filter, ...place };
    const plan = await planOf(sql, statementFor(asked), valuesOf(asked, LIMIT).map(literal));
    const { rows, scans } = touchedBy(plan, { but: 'incomplete' });
    expect(scans.filter((type) => type !== 'Bitmap Heap Scan' && type !== 'Bitmap Index Scan')).toEqual([]);
    expect(rows).toBeLessThanOrEqual(most);
  }
});
