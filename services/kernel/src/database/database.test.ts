import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPool, isTransient, isUnavailable, migrate, withTransaction } from './database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { NetworkSwitch } from '../testing/network-switch.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4, name: 'database-test' });
  await pool.query('CREATE TABLE notes (id int PRIMARY KEY)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: unknown) => error,
  );
const notes = async (): Promise<number[]> =>
  (await pool.query<{ id: number }>('SELECT id FROM notes ORDER BY id')).rows.map(({ id }) => id);

describe('a transaction', () => {
  it('commits what returns and gives its result', async () => {
    const result = await withTransaction(pool, async (client) => {
      await client.query('INSERT INTO notes VALUES (1)');
      return 'done';
    });
    expect([result, await notes()]).toEqual(['done', [1]]);
  });

  it('rolls back what throws, and the connection serves on', async () => {
    const thrown = new Error('no');
    const error = await failure(
      withTransaction(pool, async (client) => {
        await client.query('INSERT INTO notes VALUES (2)');
        throw thrown;
      }),
    );
    expect(error).toBe(thrown);
    expect(await notes()).toEqual([1]);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it('never calls committed what PostgreSQL rolled back', async () => {
    const error = await failure(
      withTransaction(pool, async (client) => {
        await client.query('INSERT INTO notes VALUES (3)');
        await client.query('INSERT INTO notes VALUES (1)').catch(() => 'swallowed');
      }),
    );
    expect(String(error)).toContain('rolled back');
    expect(await notes()).toEqual([1]);
  });

  it('survives the loss of its connection between two statements', async () => {
    const error = await failure(
      withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        const lost = new Promise((resolve) => client.once('end', resolve));
        await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await lost;
        await client.query('INSERT INTO notes VALUES (4)');
      }),
    );
    expect(isUnavailable(error)).toBe(true);
    expect(await notes()).toEqual([1]);
  });
});

describe('errors', () => {
  it('tells a server that is away from a request that is wrong', async () => {
    const { door, url } = await NetworkSwitch.beforeUrl(database.url);
    const behind = createPool(url, { max: 2, name: 'behind' });
    onTestFinished(() => behind.end());
    await behind.query('SELECT 1');
    await door.shut();
    expect(isUnavailable(await failure(behind.query('SELECT 1')))).toBe(true);
    expect(isUnavailable(await failure(withTransaction(behind, (client) => client.query('SELECT 1'))))).toBe(true);
    await door.open();
    expect((await behind.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await door.shut();

    const wrong = await failure(pool.query('SELECT nothing FROM nowhere'));
    expect([isUnavailable(wrong), isTransient(wrong)]).toEqual([false, false]);
    expect(isUnavailable(new Error('wrapped', { cause: Object.assign(new Error('x'), { code: '57P01' }) }))).toBe(true);
    expect(isUnavailable('ECONNREFUSED')).toBe(false);
  });

  it('ends a statement that takes too long', async () => {
    const hasty = createPool(database.url, { max: 1, name: 'hasty', statementTimeoutMs: 20 });
    onTestFinished(() => hasty.end());
    expect(isUnavailable(await failure(hasty.query('SELECT pg_sleep(20)')))).toBe(true);
  });

  it('knows a deadlock as worth repeating, and not as an absent server', async () => {
    await pool.query('CREATE TABLE locks AS SELECT generate_series(1, 2) AS id');
    const bothHold = Promise.withResolvers<void>();
    let holding = 0;
    const crossing = (first: number, second: number) =>
      withTransaction(pool, async (client) => {
        await client.query('SELECT FROM locks WHERE id = $1 FOR UPDATE', [first]);
        if (++holding === 2) bothHold.resolve();
        await bothHold.promise;
        await client.query('SELECT FROM locks WHERE id = $1 FOR UPDATE', [second]);
      });
    const outcomes = await Promise.allSettled([crossing(1, 2), crossing(2, 1)]);
    const [loser, ...others] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(others).toEqual([]);
    expect([isTransient(loser), isUnavailable(loser)]).toEqual([true, false]);
  });
});

describe('migrations', () => {
  const first = 'CREATE TABLE vault.things (id int)';
  const second = 'ALTER TABLE vault.things ADD COLUMN name text';

  it('apply each step once, in order, though many processes start at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => migrate(pool, { things: [first] })));
    await Promise.all(Array.from({ length: 6 }, () => migrate(pool, { things: [first, second] })));
    await pool.query(`INSERT INTO vault.things VALUES (1, 'one')`);
    const { rows } = await pool.query('SELECT step FROM vault.migrations WHERE component = $1 ORDER BY step', [
      'things',
    ]);
    expect(rows).toEqual([{ step: 1 }, { step: 2 }]);
  });

  it('leave nothing behind of a start that failed', async () => {
    const broken = ['CREATE TABLE vault.half (id int)', 'CREATE NONSENSE'];
    await failure(migrate(pool, { half: broken }));
    const { rows } = await pool.query(`SELECT to_regclass('vault.half') AS half`);
    expect(rows).toEqual([{ half: null }]);
    await migrate(pool, { half: ['CREATE TABLE vault.half (id int)'] });
  });

  it('are not bound by the time a request may take', async () => {
    const hasty = createPool(database.url, { max: 1, name: 'hasty', statementTimeoutMs: 20 });
    onTestFinished(() => hasty.end());
    await migrate(hasty, { slow: ['SELECT pg_sleep(0.1)'] });
  });
});
