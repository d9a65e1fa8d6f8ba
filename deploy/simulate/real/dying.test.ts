import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { MemoryEventStore } from '@easel/kernel/testing/twins/memory-event-store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Life } from '../life.ts';
import { Connections } from './connections.ts';
import { MortalLog } from './mortal-log.ts';

test('connections that are cut leave nothing that was not committed, and no lock', async () => {
  const database = await createTestDatabase();
  const survivor = createPool(database.url, { max: 1, name: 'survivor' });
  onTestFinished(async () => {
    await survivor.end();
    await database.drop();
  });
  await survivor.query('create table kept (what text)');
  const connections = new Connections(database.url);
  const pool = connections.pool('dying', 2);
  const { signal } = new AbortController();
  const held = await AdvisoryLocks.of(pool).hold('it', signal);
  const client = await pool.connect();
  await client.query(`begin; insert into kept values ('in vain')`);
  connections.cut();
  await expect(client.query('commit')).rejects.toThrow(/Connection terminated|not queryable/);
  await vi.waitFor(() => expect(held?.lost.aborted).toBe(true));
  const next = await AdvisoryLocks.of(survivor).hold('it', signal);
  await next?.release();
  expect((await survivor.query('select from kept')).rowCount).toBe(0);
  await expect(pool.query('select 1')).rejects.toThrow('Cannot use a pool after calling end');
});

const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 'test' }, schemaVersion: 1 } as const;
const fact = { id: crypto.randomUUID(), fact: { type: 'Counted', data: { by: 1 } }, metadata };

const heard = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.then(() => 'answered'), new Promise((resolve) => setImmediate(resolve, 'nothing'))]);

test('what was on its way at the death is stored, and nobody hears of it; nothing comes after it', async () => {
  const store = new MemoryEventStore();
  const life = new Life('process');
  const appended: string[] = [];
  const log = new MortalLog(store.connect(), {
    life,
    losesAnswer: () => false,
    appended: (stream) => appended.push(stream),
  });
  const append = log.append('tally-1', 'none', [fact], 1_000);
  life.kill();
  expect(await heard(append)).toBe('nothing');
  expect(await heard(log.append('tally-2', 'none', [fact], 1_000))).toBe('nothing');
  expect(await heard(log.readStream('tally-1', { from: 0, silenceMs: 1_000 }).next())).toBe('nothing');
  expect([...store.streams.keys()]).toEqual(['tally-1']);
  expect(appended).toEqual(['tally-1']);
});

test('an answer may be lost before the append and after it', async () => {
  const store = new MemoryEventStore();
  const losses = [true, false, true, false, false];
  const log = new MortalLog(store.connect(), {
    life: new Life('process'),
    losesAnswer: () => losses.shift() ?? false,
    appended: () => undefined,
  });
  const append = () => log.append('tally-1', 'none', [fact], 1_000);
  await expect(append()).rejects.toThrow('not known');
  expect(store.events).toHaveLength(0);
  await expect(append()).rejects.toThrow('not known');
  expect(store.events).toHaveLength(1);
  await expect(append()).resolves.toMatchObject({ revision: 0 });
});
