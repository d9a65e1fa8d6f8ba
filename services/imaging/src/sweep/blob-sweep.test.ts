import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { BlobStore } from '@easel/kernel/blob-store';
import { createPool, migrate } from '@easel/kernel/database';
import { createLogger } from '@easel/kernel/logger';
import { subscriptionTables } from '@easel/kernel/subscription-runner';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { MemoryLog } from '@easel/kernel/testing/memory-log';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { referenceTables } from './blob-references.ts';
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
  end = new AbortController();
});
afterEach(async () => {
  end.abort();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const sweep = (graceMs = HOUR_MS) => sweepBlobs({ blobs, pool, log, logger, graceMs }, end.signal);

/** A file of a render of two hours ago. */
async function put(text: string, ageMs = 2 * HOUR_MS): Promise<string> {
  const { blob } = await blobs.put(Buffer.from(text));
  const time = new Date(Date.now() - ageMs);
  await utimes(join(folder, blob.slice(0, 2), blob.slice(2, 4), blob), time, time);
  return blob;
}

const image = (blob: string) => ({ blob, bytes: 1, width: 1, height: 1 });
const pictureOf = (original: string, preview: string, thumbnail: string) => ({
  variantId: crypto.randomUUID(),
  format: 'png' as const,
  original: image(original),
  preview: image(preview),
  thumbnail: image(thumbnail),
  thumbhash: '',
  seed: 1,
  provider: 'procedural' as const,
});

function record(fact: GenerationFact): void {
  log.append(`generation-${fact.data.generationId}`, fact.type, fact.data);
}

function recordVariant(original: string, preview = original, thumbnail = original, id = generationId): void {
  const picture = pictureOf(original, preview, thumbnail);
  record({ type: 'VariantCreated', data: { generationId: id, memberId, index: 0, attempt: 1, ...picture } });
}

/** What was rendered as `source` belongs to the generation from here on. */
function recordAttached(blob: string, source: string): void {
  record({ type: 'VariantAttached', data: { generationId, memberId, source, ...pictureOf(blob, blob, blob) } });
}

const recordPurged = (id = generationId): void => record({ type: 'Purged', data: { generationId: id, memberId } });

const names = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { blob } of blobs.list()) found.push(blob);
  return found.sort();
};

test('what a fact speaks of stays, what a crash left behind goes', async () => {
  const kept = await Promise.all(['original', 'preview', 'thumbnail'].map((text) => put(text)));
  const orphan = await put('orphan');
  recordVariant(kept[0]!, kept[1], kept[2]);
  expect(await sweep()).toBe(1);
  expect(await names()).toEqual([...kept].sort());
  expect(await blobs.has(orphan)).toBe(false);
  expect(await sweep()).toBe(0);
});

test('a file younger than the grace may yet be recorded', async () => {
  const young = await put('young', HOUR_MS / 2);
  expect(await sweep()).toBe(0);
  expect(await blobs.has(young)).toBe(true);
});

test('what was recorded since the last sweep is known to the next', async () => {
  expect(await sweep()).toBe(0);
  const kept = await put('recorded a moment ago');
  recordVariant(kept);
  expect(await sweep()).toBe(0);
  expect(await names()).toEqual([kept]);
});

test('a sweep that cannot read the log to its end deletes nothing', async () => {
  const orphan = await put('orphan');
  const unreadable = {
    head: () => log.head(),
    subscribe: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }) }),
  };
  const sweeping = sweepBlobs({ blobs, pool, log: unreadable, logger, graceMs: HOUR_MS }, end.signal);
  end.abort();
  await expect(sweeping).rejects.toThrow('aborted');
  expect(await blobs.has(orphan)).toBe(true);
});

test('a file that two images share stays while one is recorded', async () => {
  const shared = await put('one white square');
  recordVariant(shared);
  recordVariant(shared);
  expect(await sweep()).toBe(0);
  expect(await names()).toEqual([shared]);
});

describe('a purge', () => {
  const source = '3d8f1d2b-7d0c-4a3f-9a65-5c8c7f0a4e03';

  test('takes the files of its generation, and no other’s', async () => {
    const [mine, shared, others] = await Promise.all(['mine', 'shared', 'others'].map((text) => put(text)));
    recordVariant(mine!, shared);
    recordVariant(others!, shared, shared, source);
    recordPurged();
    expect(await sweep()).toBe(1);
    expect(await names()).toEqual([shared!, others!].sort());
  });

  test('takes what was swept around before', async () => {
    const mine = await put('mine');
    recordVariant(mine);
    expect(await sweep()).toBe(0);
    recordPurged();
    expect(await sweep()).toBe(1);
    expect(await names()).toEqual([]);
  });

  test('takes the variants that were attached later, which nothing else takes', async () => {
    const [first, later] = await Promise.all(['first', 'later'].map((text) => put(text)));
    recordVariant(first!);
    recordVariant(later!, later, later, source);
    recordAttached(later!, source);
    recordPurged(source);
    expect(await sweep()).toBe(0);
    recordPurged();
    expect(await sweep()).toBe(2);
  });

  test('leaves what was attached to another', async () => {
    const later = await put('later');
    recordVariant(later, later, later, source);
    expect(await sweep()).toBe(0);
    recordAttached(later, source);
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual([later]);
  });
});

test('a fact of a newer kind that may speak of files lets nothing go', async () => {
  const orphan = await put('orphan');
  const recorded = log.append(`generation-${generationId}`, 'VariantAttached', { everything: 'else' });
  recorded.unreadable = { why: 'newer-version', detail: 'version 9' };
  const sweeping = sweep();
  // It has stumbled over it, and tried again.
  await vi.waitFor(() => expect(log.handedOut).toBeGreaterThan(1), { timeout: 10_000 });
  end.abort();
  await expect(sweeping).rejects.toThrow('aborted');
  expect(await blobs.has(orphan)).toBe(true);
});

test('what was half written when a process died goes too', async () => {
  const whole = await put('whole');
  recordVariant(whole);
  const half = join(folder, '.incoming', 'half');
  await writeFile(half, 'ha');
  const time = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(half, time, time);
  expect(await sweep()).toBe(1);
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  expect(await names()).toEqual([whole]);
});
