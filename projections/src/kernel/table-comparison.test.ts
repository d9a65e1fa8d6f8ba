import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { compareTables } from './table-comparison.ts';

test('finds rows equal in any order, and not where a column, a text or the spelling of JSON differs', async () => {
  const database = await createTestDatabase();
  const [sql, other] = [new Client(database.url), new Client(database.url)];
  await Promise.all([sql.connect(), other.connect()]);
  const rows = `values (1, 'a', '{"x": 1}'::json, to_tsvector('simple', 'one two')), (2, null, null, null)`;
  const isEqual = async (change: string): Promise<(boolean | undefined)[]> => {
    for (const schema of ['here', 'there']) {
      await sql.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
      const order = schema === 'here' ? 'id' : 'id desc';
      await sql.query(`create table ${schema}.thing as
        select id, name, said as "What said?", words from (${rows}) given (id, name, said, words) order by ${order}`);
    }
    await sql.query(change);
    const tables = await Array.fromAsync(compareTables({ sql, schema: 'here' }, { sql: other, schema: 'there' }));
    return tables.map(({ equal }) => equal);
  };
  expect(await isEqual('select')).toEqual([true]);
  expect(await isEqual(`update here.thing set name = 'b' where id = 1`)).toEqual([false]);
  expect(await isEqual(`update here.thing set "What said?" = '{"x":1}' where id = 1`)).toEqual([false]);
  expect(await isEqual(`update here.thing set words = to_tsvector('simple', 'one') where id = 1`)).toEqual([false]);
  expect(await isEqual('delete from there.thing where id = 2')).toEqual([false]);
  expect(await isEqual('create table there.more (id int)')).toEqual([false, true]);
  await Promise.all([sql.end(), other.end()]);
  await database.drop();
});
