import { createPool, migrate, type Pool } from '@easel/kernel/database/database';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { PostgresBook, processTables, subscriptionTables } from '@easel/kernel/following/process-book-postgres';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withCachedTimers } from './cached-timers.ts';

const PROCESS = 'greetings';
const at = (second: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, second));
const timer = (key: string, second: number) => ({ key, dueAt: at(second), attemptAt: at(second), payload: {} });

let database: TestDatabase;
let pool: Pool;
let stored: PostgresBook;
let book: ProcessBook<PoolClient>;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 3, name: 'test' });
  await migrate(pool, { subscriptions: subscriptionTables, processes: processTables });
  stored = new PostgresBook(pool);
  book = withCachedTimers(stored);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const schedule = (key: string, second: number): Promise<void> =>
  book.inTransaction((tx) => book.timers.schedule(PROCESS, [timer(key, second)], tx));
const keys = async (except: readonly string[] = []): Promise<string[]> =>
  (await book.timers.next(PROCESS, 5, except)).map(({ key }) => key);

test('asks the database once while no timer is written', async () => {
  await schedule('one', 1);
  const asked = vi.spyOn(stored.timers, 'next');
  expect([await keys(), await keys(), await keys()]).toEqual([['one'], ['one'], ['one']]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('sees timers that were scheduled, cancelled, attempted again and done', async () => {
  await schedule('one', 1);
  await schedule('two', 2);
  expect(await keys()).toEqual(['one', 'two']);
  const [one] = await book.timers.next(PROCESS, 1, []);
  if (!one) throw new Error('there is no timer');
  await book.timers.again(PROCESS, one, at(3), 1);
  expect(await keys()).toEqual(['two', 'one']);
  await book.timers.done(PROCESS, one);
  expect(await keys()).toEqual(['two']);
  await book.inTransaction((tx) => book.timers.cancel(PROCESS, ['two'], tx));
  expect(await keys()).toEqual([]);
});

test('sees what a transaction wrote, although it was asked while that was open', async () => {
  expect(await keys()).toEqual([]);
  await book.inTransaction(async (tx) => {
    await book.timers.schedule(PROCESS, [timer('one', 1)], tx);
    expect(await keys()).toEqual([]);
  });
  expect(await keys()).toEqual(['one']);
});

test('leaves out the timers that are being performed', async () => {
  await schedule('one', 1);
  await schedule('two', 2);
  expect(await keys(['one'])).toEqual(['two']);
});

test('asks again after an error of the database', async () => {
  await schedule('one', 1);
  vi.spyOn(stored.timers, 'next').mockRejectedValueOnce(new Error('away'));
  await expect(keys()).rejects.toThrow('away');
  expect(await keys()).toEqual(['one']);
});
