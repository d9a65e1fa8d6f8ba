import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { route } from '@easel/contracts/kernel/http';
import { Controller, Module } from '@nestjs/common';
import request from 'supertest';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskBlobStore } from './blob-store-disk.ts';
import { BlobMissing, BlobStoreFull, type BlobStore } from './blob-store.ts';
import { openBus, type Bus } from '../bus/bus.ts';
import { createPool, migrate, type Pool } from '../database/database.ts';
import { DERIVED_RECIPE, DerivedFileFailed, DerivedFileLate, DerivedFiles, keyOfRequest } from './derived-files.ts';
import type { DerivedMakerOptions } from './derived-maker.ts';
import { derivedTables, forgetUnasked, PostgresDerivedRows } from './derived-rows-postgres.ts';
import type { DerivedRequest } from './derived-rows.ts';
import { createLogger } from '../server/logger.ts';
import { RouteOf } from '../http/route.decorator.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startDerivedMaker } from '../testing/derived-maker.ts';
import { startTestServer } from '../testing/server.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const wanted: DerivedRequest = {
  source: 'a'.repeat(64),
  subjectId: '8a7d0a0e-0f6b-4b57-9a11-1c8f5d3e2b01',
  partId: '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02',
  format: 'webp',
  widthPx: 2048,
  heightPx: 1024,
};
const SOON = { lookEveryMs: 20 };

let database: TestDatabase;
let folder: string;
let here: Process;
let closing: (() => Promise<unknown>)[];

/** One process’s share of what all of them stand on. */
interface Process {
  pool: Pool;
  bus: Bus;
  blobs: BlobStore;
  logger: typeof logger;
  files: DerivedFiles;
}

async function startProcess(): Promise<Process> {
  const pool = createPool(database.url, { max: 6, name: 'test' });
  const bus = await openBus({ databaseUrl: database.url, logger });
  const blobs = new DiskBlobStore(folder);
  const files = new DerivedFiles({ rows: new PostgresDerivedRows(pool), bus, blobs, logger, ...SOON });
  closing.push(
    () => files.close(),
    () => bus.close(),
    () => pool.end(),
  );
  return { pool, bus, blobs, logger, files };
}

beforeEach(async () => {
  closing = [];
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'easel-derived-'));
  here = await startProcess();
  await migrate(here.pool, { 'derived files': derivedTables });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing) await close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Make = (wanted: DerivedRequest, signal: AbortSignal) => Promise<Buffer>;

/** A maker that tells how often it was asked. */
async function start(make?: Make, over: Partial<DerivedMakerOptions> = {}, where = here) {
  const made: DerivedRequest[] = [];
  const counted: Make = (asked, signal) => {
    made.push(asked);
    return make ? make(asked, signal) : Promise.resolve(Buffer.from(JSON.stringify(asked)));
  };
  const maker = await startDerivedMaker(where, counted, { ...SOON, ...over });
  closing.unshift(() => maker.stop());
  return { made, stop: () => maker.stop() };
}

/** Ends only by its signal. */
const hang: Make = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const rows = async () =>
  (
    await here.pool.query<{ state: string; tries: number; blob: string | null }>(
      'SELECT state, tries, blob FROM vault.derived_files',
    )
  ).rows;
const age = (days: number) =>
  here.pool.query('UPDATE vault.derived_files SET asked_at = now() - make_interval(days => $1)', [days]);
/** Failures are old enough to be tried again. */
const letTimePass = () =>
  here.pool.query(`UPDATE vault.derived_files SET held_until = now() - interval '1 ms' WHERE state = 'failed'`);

test('what is asked for is made, and there from then on', async () => {
  const { made } = await start();
  const first = await here.files.get(wanted);
  expect(first.bytes).toBe(JSON.stringify(wanted).length);
  expect(await here.blobs.has(first.blob)).toBe(true);
  expect(await here.files.get(wanted)).toEqual(first);
  expect(made).toEqual([wanted]);
});

test('fifty who ask in two processes of two makers have it made once', async () => {
  const there = await startProcess();
  const made = [await start(), await start(undefined, {}, there)];
  const asked = Array.from({ length: 50 }, (_, n) => (n % 2 ? here : there).files.get({ ...wanted }));
  expect(new Set((await Promise.all(asked)).map(({ blob }) => blob)).size).toBe(1);
  expect(made.flatMap((maker) => maker.made)).toEqual([wanted]);
  expect([here.files.waiting, there.files.waiting]).toEqual([[], []]);
});

test('what was made before is answered by one look at the table', async () => {
  const maker = await start();
  await here.files.get(wanted);
  await maker.stop();
  const query = vi.spyOn(here.pool, 'query');
  await here.files.get(wanted);
  expect(query).toHaveBeenCalledTimes(1);
});

test('each format, size, image, original and layout, and each way in which it was made, is a file of its own', async () => {
  const { made } = await start();
  const others: DerivedRequest[] = [
    { ...wanted, format: 'png' },
    { ...wanted, widthPx: 1024 },
    { ...wanted, heightPx: 2048 },
    { ...wanted, partId: randomUUID() },
    { ...wanted, subjectId: randomUUID() },
    { ...wanted, source: 'b'.repeat(64) },
    { ...wanted, layout: { dpi: 300, area: { width: 8.5, bleed: 0.1 } } },
    { ...wanted, layout: { dpi: 300, area: { width: 8.5, bleed: 0 } } },
    { ...wanted, making: { trained: true } },
  ];
  const files = await Promise.all([wanted, ...others].map((other) => here.files.get(other)));
  expect(new Set(files.map(({ blob }) => blob)).size).toBe(10);
  expect(made).toHaveLength(10);
  expect(made).toEqual(expect.arrayContaining(others));
});

test('what was asked for before there were layouts and other makers is still found by its key', () => {
  const recipe = [DERIVED_RECIPE, ...Object.values(wanted)];
  expect(keyOfRequest(wanted)).toBe(createHash('sha256').update(JSON.stringify(recipe)).digest('hex'));
});

test('asking ahead of time makes it', async () => {
  await here.files.want(wanted);
  await here.files.want(wanted);
  const { made } = await start();
  await here.files.get(wanted);
  await here.files.want(wanted);
  expect(made).toHaveLength(1);
});

test('every hint may be lost', async () => {
  vi.spyOn(here.bus, 'publish').mockReturnValue();
  await start();
  expect(await here.files.get(wanted)).toMatchObject({ bytes: JSON.stringify(wanted).length });
});

test('a maker makes as many at a time as it may, and no more', async () => {
  let [now, most] = [0, 0];
  const both = Promise.withResolvers<void>();
  const slow: Make = async (asked) => {
    most = Math.max(most, (now += 1));
    if (now === 2) both.resolve();
    await both.promise;
    await here.pool.query('SELECT 1');
    now -= 1;
    return Buffer.from(JSON.stringify(asked));
  };
  await start(slow, { slots: 2 });
  await Promise.all([1, 2, 3, 4, 5, 6].map((widthPx) => here.files.get({ ...wanted, widthPx })));
  expect(most).toBe(2);
});

test('a maker that dies is followed by another when its lease has run out', async () => {
  const there = await startProcess();
  const begun = Promise.withResolvers<void>();
  const dying: Make = (asked, signal) => {
    begun.resolve();
    return hang(asked, signal);
  };
  await start(dying, { leaseMs: 200 }, there);
  const file = here.files.get(wanted);
  await begun.promise;
  vi.spyOn(there.pool, 'query').mockRejectedValue(new Error('dead'));
  const { made } = await start();
  expect(await file).toMatchObject({ bytes: JSON.stringify(wanted).length });
  expect(made).toEqual([wanted]);
  expect(await rows()).toMatchObject([{ state: 'made', tries: 2 }]);
});

test('a maker that lives keeps what it works at for longer than its lease', async () => {
  const there = await startProcess();
  const finish = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = await start(
    async () => {
      begun.resolve();
      await finish.promise;
      return Buffer.from('slow');
    },
    { leaseMs: 900 },
  );
  const file = here.files.get(wanted);
  await begun.promise;
  const leases = new Set<string>();
  const other = await start(undefined, {}, there);
  await vi.waitFor(
    async () => {
      const { rows: held } = await here.pool.query<{ until: string }>(
        `SELECT held_until::text AS until FROM vault.derived_files WHERE state = 'making'`,
      );
      for (const { until } of held) leases.add(until);
      expect(leases.size).toBeGreaterThan(3);
    },
    { timeout: 10_000, interval: 50 },
  );
  finish.resolve();
  expect(await file).toMatchObject({ bytes: 4 });
  expect([slow.made.length, other.made.length]).toEqual([1, 0]);
});

test('what was claimed by another since is not recorded by the one who was too late', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  await start(async () => {
    begun.resolve();
    await finish.promise;
    return Buffer.from('too late');
  });
  await here.files.want(wanted);
  await begun.promise;
  await here.pool.query('UPDATE vault.derived_files SET claim = $1', [randomUUID()]);
  finish.resolve();
  await expect(here.files.get(wanted, { patienceMs: 100 })).rejects.toThrow(DerivedFileLate);
  expect(await rows()).toMatchObject([{ state: 'making', blob: null }]);
});

test('after three tries it has failed, and can be asked for again after a while', async () => {
  let broken = true;
  const { made } = await start((asked) =>
    broken ? Promise.reject(new Error('broken')) : Promise.resolve(Buffer.from(JSON.stringify(asked))),
  );
  await expect(here.files.get(wanted)).rejects.toThrow(DerivedFileFailed);
  expect(made).toHaveLength(3);
  await expect(here.files.get(wanted)).rejects.toThrow(DerivedFileFailed);
  expect(made).toHaveLength(3);
  broken = false;
  await letTimePass();
  expect(await here.files.get(wanted)).toMatchObject({ bytes: JSON.stringify(wanted).length });
});

test('a third maker that dies leaves a failure, not a wish that waits for ever', async () => {
  await here.files.want(wanted);
  await here.pool.query(
    `UPDATE vault.derived_files SET state = 'making', tries = 3, claim = $1, held_until = now() - interval '1 ms'`,
    [randomUUID()],
  );
  const { made } = await start();
  await expect(here.files.get(wanted)).rejects.toThrow(DerivedFileFailed);
  expect(made).toEqual([]);
});

test('one whose original is gone is not tried again', async () => {
  const { made } = await start(() => Promise.reject(new BlobMissing('gone')));
  await expect(here.files.get(wanted)).rejects.toThrow(DerivedFileFailed);
  expect(made).toHaveLength(1);
});

test('a full disk is told as such, at once, and tried again when there may be room', async () => {
  let full = true;
  const { made } = await start((asked) =>
    full ? Promise.reject(new BlobStoreFull('No room')) : Promise.resolve(Buffer.from(JSON.stringify(asked))),
  );
  await expect(here.files.get(wanted)).rejects.toThrow(BlobStoreFull);
  expect(made).toHaveLength(1);
  expect(await rows()).toMatchObject([{ state: 'failed', blob: null }]);
  full = false;
  await letTimePass();
  expect(await here.files.get(wanted)).toMatchObject({ bytes: JSON.stringify(wanted).length });
});

test('an old failure is no answer to who asks again, however late the question is put', async () => {
  let full = true;
  await start((asked) =>
    full ? Promise.reject(new BlobStoreFull('No room')) : Promise.resolve(Buffer.from(JSON.stringify(asked))),
  );
  await expect(here.files.get(wanted)).rejects.toThrow(BlobStoreFull);
  full = false;
  await letTimePass();
  const slow = new PostgresDerivedRows(here.pool);
  const ask = slow.ask.bind(slow);
  vi.spyOn(slow, 'ask').mockImplementation(async (...asked) => {
    await wait(5 * SOON.lookEveryMs);
    return ask(...asked);
  });
  const files = new DerivedFiles({ ...here, rows: slow, ...SOON });
  closing.unshift(() => files.close());
  expect(await files.get(wanted)).toMatchObject({ bytes: JSON.stringify(wanted).length });
});

test('one whose file has gone is made anew', async () => {
  const { made } = await start();
  const { blob } = await here.files.get(wanted);
  await here.blobs.remove(blob);
  expect(await here.files.get(wanted)).toMatchObject({ blob });
  expect(await here.blobs.has(blob)).toBe(true);
  expect(made).toHaveLength(2);
});

test('who waits no longer is let go, and the others are not', async () => {
  const gone = new AbortController();
  const left = here.files.get(wanted, { signal: gone.signal });
  const stayed = here.files.get(wanted);
  await vi.waitFor(() => expect(here.files.waiting).toEqual([2]));
  gone.abort(new Error('the browser is gone'));
  await expect(left).rejects.toThrow('the browser is gone');
  expect(here.files.waiting).toEqual([1]);
  await start();
  expect(await stayed).toMatchObject({ bytes: JSON.stringify(wanted).length });
  expect(here.files.waiting).toEqual([]);
  await expect(here.files.get(wanted, { signal: gone.signal })).rejects.toThrow('the browser is gone');
});

test('patience has an end, and the wish stays', async () => {
  await expect(here.files.get(wanted, { patienceMs: 50 })).rejects.toThrow(DerivedFileLate);
  expect(here.files.waiting).toEqual([]);
  const { made } = await start();
  await here.files.get(wanted);
  expect(made).toHaveLength(1);
});

test('a maker that stops hands back what it holds, as if it had not tried', async () => {
  const begun = Promise.withResolvers<void>();
  const leaving = await start((asked, signal) => {
    begun.resolve();
    return hang(asked, signal);
  });
  const file = here.files.get(wanted);
  await begun.promise;
  await leaving.stop();
  expect(await rows()).toMatchObject([{ state: 'wanted', tries: 0 }]);
  await start();
  expect(await file).toMatchObject({ bytes: JSON.stringify(wanted).length });
});

test('one that takes too long is a try that failed', async () => {
  const { made } = await start(hang, { timeoutMs: 30 });
  await expect(here.files.get(wanted)).rejects.toThrow(DerivedFileFailed);
  expect(made).toHaveLength(3);
});

test('nobody waits in a process that drains', async () => {
  const waiting = here.files.get(wanted);
  await vi.waitFor(() => expect(here.files.waiting).toEqual([1]));
  here.files.beforeApplicationShutdown();
  await expect(waiting).rejects.toThrow(DerivedFileLate);
});

test('what nobody has asked for in thirty days is forgotten, and what was asked for again is not', async () => {
  const { made } = await start();
  const file = await here.files.get(wanted);
  await age(29);
  expect(await forgetUnasked(here.pool)).toBe(0);
  await here.files.get(wanted);
  await age(31);
  expect(await here.files.get(wanted)).toEqual(file);
  expect(await forgetUnasked(here.pool)).toBe(0);
  await age(31);
  expect(await forgetUnasked(here.pool)).toBe(1);
  expect(await rows()).toEqual([]);
  expect(await here.files.get(wanted)).toEqual(file);
  expect(made).toHaveLength(2);
});

test.each([0, -1, 1.5, 8193, Number.NaN])('%d is no side of an image', async (widthPx) => {
  await expect(here.files.get({ ...wanted, widthPx })).rejects.toThrow(RangeError);
  await expect(here.files.want({ ...wanted, widthPx })).rejects.toThrow(RangeError);
});

test('a caller is told when to come back, and that the disk is full', async () => {
  const fileRoute = route({ method: 'GET', path: '/api/file', side: 'command', access: 'anyone', moves: [] });
  let make: Make = hang;

  @Controller()
  class FileController {
    constructor(private readonly files: DerivedFiles) {}

    @RouteOf(fileRoute)
    file() {
      return this.files.get(wanted, { patienceMs: 200 });
    }
  }
  @Module({ controllers: [FileController] })
  class FileModule {}

  const server = await startTestServer(() => [FileModule], { catalogue: {}, chained: [] });
  closing.unshift(() => server.close());
  const late = await request(server.http).get('/api/file');
  expect(late).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'request.unavailable' } });
  make = () => Promise.reject(new BlobStoreFull('No room'));
  const maker = await startDerivedMaker(server.foundation, (asked, signal) => make(asked, signal), SOON);
  closing.unshift(() => maker.stop());
  await vi.waitFor(async () => expect((await request(server.http).get('/api/file')).status).toBe(507));
});
