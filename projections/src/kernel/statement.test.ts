import { Refused } from '@easel/contracts/kernel/problem';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silent } from '../testing/silent.ts';
import { Reads } from './reads.ts';
import { Statement } from './statement.ts';

let database: TestDatabase;
let reads: Reads;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  reads = new Reads(database.url, { lines: 1, alone: 1, name: 'test', logger: silent });
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await reads.close();
  await database.drop();
});
beforeEach(async () => {
  await client.query(
    'drop schema if exists read_it cascade; create schema read_it; create table read_it.t (value int)',
  );
  await client.query('insert into read_it.t values (1)');
});

test('goes on over tables that were swapped under it, of the same shape or another', async () => {
  const statement = new Statement<{ value: unknown }>('value', 'select value from read_it.t');
  const other = new Statement<{ value: unknown }>('value alone', 'select value from read_it.t', true);
  expect(await statement.run(reads, [])).toEqual([{ value: 1 }]);
  expect(await other.run(reads, [])).toEqual([{ value: 1 }]);
  await client.query(`
    begin;
    create schema read_next; create table read_next.t (value text); insert into read_next.t values ('two');
    alter schema read_it rename to read_old; alter schema read_next rename to read_it; drop schema read_old cascade;
    commit`);
  expect(await statement.run(reads, [])).toEqual([{ value: 'two' }]);
  expect(await other.run(reads, [])).toEqual([{ value: 'two' }]);
});

test('is refused as unavailable while there are no tables, and answers once there are', async () => {
  const statement = new Statement<{ value: unknown }>('later', 'select value from read_it.later');
  await expect(statement.run(reads, [])).rejects.toBeInstanceOf(Refused);
  await client.query('create table read_it.later (value int)');
  expect(await statement.run(reads, [])).toEqual([]);
});

test('throws what is wrong with the call itself', async () => {
  const statement = new Statement('ratio', 'select 1 / $1::int as value');
  await expect(statement.run(reads, [0])).rejects.toMatchObject({ code: '22012' });
});
