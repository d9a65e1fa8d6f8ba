import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { BlobStore } from '@easel/kernel/blob-store';
import { createPool, migrate } from '@easel/kernel/database';
import type { EventLog } from '@easel/kernel/event-log';
import { createLogger } from '@easel/kernel/logger';
import { runSubscription, subscriptionTables } from '@easel/kernel/subscription-runner';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { MemoryLog } from '@easel/kernel/testing/memory-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followReferences, referenceTables } from './blob-references.ts';
import { sweepBlobs } from './blob-sweep.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const HOUR_MS = 3_600_000;
const generationId = '8a7d0a0e-0f6b-4b57-9a11-1c8f5d3e2b01';
const memberId = '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02';

let database: TestDatabase;
let folder: string;
let pool: ReturnType<typeof createPool>;
let blobs: BlobStore;
let log: MemoryLog;
let end: AbortController;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'easel-sweep-'));
  pool = createPool(database.url, { max: 4, name: 'test' });
  await migrate(pool, 'kernel', subscriptionTables);
  await migrate(pool, 'imaging', referenceTables);
  blobs = new BlobStore(folder);
  log = new MemoryLog();
  // Of our category, so that the list of references has a position to reach.
  log.append(`generation-${generationId}`, 'GenerationCancelled', { generationId, memberId });
  end = new AbortController();
});
afterEach(async () => {
  end.abort();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const follow = () => followReferences({ log: log as unknown as EventLog, pool, logger, signal: end.signal });
const sweep = (references: Pick<ReturnType<typeof runSubscription>, 'waitFor'>, graceMs = HOUR_MS) =>
  sweepBlobs({ blobs, pool, log, references, logger, graceMs }, end.signal);

/** A file of a render of two hours ago. */
async function put(text: string, ageMs = 2 * HOUR_MS): Promise<string> {
  const { blob } = await blobs.put(Buffer.from(text));
  const time = new Date(Date.now() - ageMs);
  await utimes(join(folder, blob.slice(0, 2), blob.slice(2, 4), blob), time, time);
  return blob;
}

function recordVariant(original: string, preview: string, thumbnail: string): void {
  const image = (blob: string) => ({ blob, bytes: 1, width: 1, height: 1 });
  const fact: GenerationFact = {
    type: 'VariantCreated',
    data: {
      generationId,
      memberId,
      variantId: crypto.randomUUID(),
      index: 0,
      attempt: 1,
      format: 'png',
      original: image(original),
      preview: image(preview),
      thumbnail: image(thumbnail),
      thumbhash: '',
      seed: 1,
      provider: 'procedural',
    },
  };
  log.append(`generation-${generationId}`, fact.type, fact.data);
}

const names = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { blob } of blobs.list()) found.push(blob);
  return found.sort();
};

test('what a fact speaks of stays, what a crash left behind goes', async () => {
  const kept = await Promise.all(['original', 'preview', 'thumbnail'].map((text) => put(text)));
  const orphan = await put('orphan');
  recordVariant(kept[0]!, kept[1]!, kept[2]!);
  const references = follow();
  expect(await sweep(references)).toBe(1);
  expect(await names()).toEqual([...kept].sort());
  expect(await blobs.has(orphan)).toBe(false);
  expect(await sweep(references)).toBe(0);
});

test('a file younger than the grace may yet be recorded', async () => {
  const young = await put('young', HOUR_MS / 2);
  expect(await sweep(follow())).toBe(0);
  expect(await blobs.has(young)).toBe(true);
});

test('nothing goes before the list of references has caught up with the log', async () => {
  const kept = await put('recorded a moment ago');
  recordVariant(kept, kept, kept);
  const caughtUp = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<bigint>();
  const sweeping = sweep({
    waitFor: async (position) => {
      asked.resolve(position);
      await caughtUp.promise;
    },
  });
  expect(await asked.promise).toBe(await log.head());
  expect(await blobs.has(kept)).toBe(true);
  await follow().waitFor(await log.head());
  caughtUp.resolve();
  expect(await sweeping).toBe(0);
  expect(await blobs.has(kept)).toBe(true);
});

test('a sweep whose references cannot catch up deletes nothing', async () => {
  const orphan = await put('orphan');
  await expect(sweep({ waitFor: () => Promise.reject(new Error('behind')) })).rejects.toThrow('behind');
  expect(await blobs.has(orphan)).toBe(true);
});

test('a file that two images share stays while one is recorded', async () => {
  const shared = await put('one white square');
  recordVariant(shared, shared, shared);
  recordVariant(shared, shared, shared);
  expect(await sweep(follow())).toBe(0);
  expect(await names()).toEqual([shared]);
});

test('what was half written when a process died goes too', async () => {
  const whole = await put('whole');
  recordVariant(whole, whole, whole);
  const half = join(folder, '.incoming', 'half');
  await writeFile(half, 'ha');
  const time = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(half, time, time);
  expect(await sweep(follow())).toBe(1);
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  expect(await names()).toEqual([whole]);
});
