import { Refused } from '@easel/contracts/kernel/problem';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool, migrate } from '../database/database.ts';
import { Lockout, lockoutTables } from './lockout.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4, name: 'test' });
  await migrate(pool, { test: lockoutTables });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE vault.attempts'));

const open = (name = 'doors'): Lockout => new Lockout(pool, { name, attempts: 3, windowSeconds: 600 });

/** Seconds to wait; 0 where the attempt is let in. */
const waits = async (lockout: Lockout, key: string): Promise<number> => {
  try {
    await lockout.attempt(key);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expect(error.problem.status).toBe(429);
    return Number(error.extra['retryAfterSeconds']);
  }
};

/** As if the time of every block had come to its end. */
const wait = () => pool.query("UPDATE vault.attempts SET expire = 1 WHERE key NOT LIKE '% blocks:%'");

test('so many attempts are let in, and a rush of them no more', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => waits(open(), 'a')));
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(3);
});

test('every process and every start counts on', async () => {
  for (let n = 0; n < 3; n++) expect(await waits(open(), 'a')).toBe(0);
  expect(await waits(open(), 'a')).toBeGreaterThan(0);
});

test('keys and lockouts are counted apart', async () => {
  for (let n = 0; n < 4; n++) await waits(open(), 'a');
  expect(await waits(open(), 'b')).toBe(0);
  expect(await waits(open('windows'), 'a')).toBe(0);
});

test('each block is twice as long as the one before, an hour at most', async () => {
  const blocks: number[] = [];
  for (let round = 0; round < 9; round++) {
    for (let n = 0; n < 3; n++) expect(await waits(open(), 'a')).toBe(0);
    blocks.push(await waits(open(), 'a'));
    expect(await waits(open(), 'a')).toBeLessThanOrEqual(blocks.at(-1) ?? 0);
    await wait();
  }
  expect(blocks).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

test('a good attempt does not count', async () => {
  for (let n = 0; n < 10; n++) {
    expect(await waits(open(), 'a')).toBe(0);
    await open().forgive('a');
  }
});

test('an opened key starts afresh', async () => {
  for (let n = 0; n < 4; n++) await waits(open(), 'a');
  await open().open('a');
  for (let n = 0; n < 3; n++) expect(await waits(open(), 'a')).toBe(0);
  expect(await waits(open(), 'a')).toBe(60);
});
