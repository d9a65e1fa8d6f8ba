import { isUnavailable } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silent } from '../testing/silent.ts';
import { Reads } from './reads.ts';

let database: TestDatabase;
let reads: Reads;
beforeEach(async () => {
  database = await createTestDatabase();
  reads = new Reads(database.url, { lines: 2, alone: 1, name: 'test reads', logger: silent });
});
afterEach(async () => {
  await reads.close();
  await database.drop();
});

const number = (value: number) => ({ name: 'number', text: 'select $1::int as value', values: [value] });
const pid = { name: 'pid', text: 'select pg_backend_pid() as pid' };

test('a rush is answered on few connections, each with its own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, value) => reads.query<{ value: number }>(number(value))),
  );
  expect(answers.map(({ rows }) => rows[0]?.value)).toEqual(Array.from({ length: 200 }, (_, value) => value));
  const { rows } = await reads.query({
    text: `select count(*)::int as lines from pg_stat_activity where application_name = 'test reads'`,
  });
  expect(rows).toEqual([{ lines: 2 }]);
});

test('one that fails leaves those beside it alone', async () => {
  const [before, failed, after] = await Promise.allSettled([
    reads.query(number(1)),
    reads.query({ name: 'broken', text: 'select $1::int / 0 as value', values: [1] }),
    reads.query(number(2)),
  ]);
  expect(before).toMatchObject({ status: 'fulfilled' });
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { rows: [{ value: 2 }] } });
});

test('a lost connection fails what it carried as unavailable, and is replaced', async () => {
  const { rows } = await reads.query<{ pid: number }>(pid);
  const cut = reads.query({ text: 'select pg_terminate_backend($1)', values: [rows[0]?.pid] });
  const [outcome] = await Promise.allSettled([cut]);
  expect(outcome.status === 'rejected' && isUnavailable(outcome.reason)).toBe(true);
  expect((await reads.query<{ pid: number }>(pid)).rows[0]?.pid).not.toBe(rows[0]?.pid);
});

test('what may take long is apart: nothing quick waits for it', async () => {
  const { rows } = await reads.alone.query<{ pid: number }>(pid);
  const slow = Promise.allSettled([reads.alone.query({ text: 'select pg_sleep(60)' })]);
  const { rows: quick } = await reads.query(number(7));
  expect(quick).toEqual([{ value: 7 }]);
  await reads.query({ text: 'select pg_cancel_backend($1)', values: [rows[0]?.pid] });
  expect(await slow).toMatchObject([{ status: 'rejected', reason: { code: '57014' } }]);
});

test('nothing is asked after the end', async () => {
  await reads.close();
  await expect(reads.query(number(1))).rejects.toThrow('closed');
  reads = new Reads(database.url, { lines: 2, alone: 1, name: 'test reads', logger: silent });
});
