import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdvisoryLocks } from './advisory-locks.ts';
import { createPool } from '../database/database.ts';
import { describeLocks } from './locks.contract.ts';
import { createTestDatabase } from '../testing/database.ts';
import { NetworkSwitch } from '../testing/network-switch.ts';

const LOCK_CONNECTIONS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'one'
  AND query LIKE '%advisory%'`;
const never = new AbortController().signal;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let one: Pool;
let other: Pool;
let here: AdvisoryLocks;
let there: AdvisoryLocks;

beforeAll(async () => {
  database = await createTestDatabase();
  one = createPool(database.url, { max: 2, name: 'one' });
  other = createPool(database.url, { max: 2, name: 'other' });
  [here, there] = [AdvisoryLocks.of(one), AdvisoryLocks.of(other)];
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});

describeLocks('in PostgreSQL', () =>
  Promise.resolve({
    here,
    there,
    work: () => one.query('SELECT 1'),
    cut: () => other.query(`SELECT pg_terminate_backend(pid) FROM (${LOCK_CONNECTIONS}) AS locks`),
    remove: () => Promise.resolve(),
  }),
);

it('holds different names at the same time on one connection, and keeps none open for nothing', async () => {
  const held = await Promise.all(['a', 'b', 'c'].map((name) => here.hold(name, never)));
  expect((await other.query(LOCK_CONNECTIONS)).rowCount).toBe(1);
  for (const lock of held) await lock?.release();
  expect(AdvisoryLocks.of(one)).toBe(here);
  const again = await here.hold('a', never);
  expect(again?.lost.aborted).toBe(false);
  await again?.release();
});

it('throws where the database is away, and can be asked again', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:1/none', { max: 1, name: 'away' });
  const locks = AdvisoryLocks.of(away);
  await expect(locks.hold('any', never)).rejects.toThrow('ECONNREFUSED');
  await expect(locks.hold('any', never)).rejects.toThrow('ECONNREFUSED');
  await away.end();
});

it('hears that a connection is lost whose other end is gone without a word', async () => {
  const { door, url } = await NetworkSwitch.beforeUrl(database.url);
  const pool = createPool(url, { max: 1, name: 'stalled' });
  const locks = AdvisoryLocks.of(pool, { beatMs: 10, silenceMs: 200 });
  const held = await locks.hold('silent', never);
  const lost = new Promise((resolve) => held?.lost.addEventListener('abort', resolve));
  door.stall();
  // As it does by itself, once it has looked.
  await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'stalled'`);
  const taken = await there.hold('silent', never);
  await lost;
  await held?.release();
  await taken?.release();
  door.resume();
  const again = await locks.hold('silent', never);
  expect(again?.lost.aborted).toBe(false);
  await again?.release();
  await pool.end();
  await door.shut();
});
