import { createTestDatabase } from '@easel/kernel/testing/database';
import { NetworkSwitch } from '@easel/kernel/testing/network-switch';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Running } from '../supervisor.ts';
import { holdDatabase, type HoldOptions } from './database-hold.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const held: Running[] = [];
const heard: string[] = [];

beforeEach(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  await Promise.all(held.splice(0).map((hold) => hold.stop()));
  heard.length = 0;
  await database.drop();
});

async function hold(options: Partial<HoldOptions> = {}, url = database.url): Promise<Running> {
  const taken = await holdDatabase(url, {
    name: 'PostgreSQL at db/easel',
    address: 'http://127.0.0.1:3000',
    host: 'one',
    report: (line) => heard.push(line),
    patienceMs: 0,
    ...options,
  });
  held.push(taken);
  return taken;
}

/** Who has the lock, by the server's own book. */
async function holders(): Promise<number[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT lock.pid FROM pg_locks lock JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND datname = current_database() AND application_name = 'easel hold'`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

test('the second is told who holds it, and may have it afterwards', async () => {
  const first = await hold();
  await expect(hold({ host: 'two' })).rejects.toThrow(
    new RegExp(
      `^PostgreSQL at db/easel is in use by process ${process.pid} on one \\(http://127.0.0.1:3000\\) since 20.*Z: .*DATA_DIR`,
    ),
  );
  await first.stop();
  await hold({ host: 'two' });
  await expect(hold()).rejects.toThrow('on two');
});

test('of several at once one has it', async () => {
  const ends = await Promise.allSettled(['a', 'b', 'c'].map((host) => hold({ host })));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('one that is on its way out is waited for', async () => {
  const first = await hold();
  const second = hold({ host: 'two', patienceMs: 60_000 });
  await first.stop();
  await second;
  expect(await holders()).toHaveLength(1);
});

test('a connection that is lost is made again, and the lock with it', async () => {
  const { door, url } = await NetworkSwitch.beforeUrl(database.url);
  await hold({}, url);
  const [before] = await holders();
  await door.shut();
  await door.open();
  await vi.waitFor(async () => expect(await holders()).not.toEqual([before]), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await holders()).toHaveLength(1), { timeout: 20_000 });
  expect(heard).toEqual([]);
});

test('who was cut off while another took it is told, and goes on', async () => {
  const { door, url } = await NetworkSwitch.beforeUrl(database.url);
  await hold({}, url);
  await door.shut();
  await hold({ host: 'two', patienceMs: 20_000 });
  await door.open();
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 20_000 });
  expect(heard[0]).toMatch(/^PostgreSQL at db\/easel was taken by process \d+ on two .*: stop one of the two$/);
  await door.shut();
});
