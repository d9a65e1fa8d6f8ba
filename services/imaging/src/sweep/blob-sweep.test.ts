import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { centred } from '@easel/contracts/products/placement';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { createPool, migrate } from '@easel/kernel/database/database';
import { keyOfRequest } from '@easel/kernel/files/derived-files';
import { derivedTables } from '@easel/kernel/files/derived-rows-postgres';
import { createLogger } from '@easel/kernel/server/logger';
import { subscriptionTables } from '@easel/kernel/following/process-book-postgres';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { MemoryLog } from '@easel/kernel/testing/memory-log';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requested } from '../testing/streams.ts';
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
  await migrate(pool, { kernel: subscriptionTables, 'derived files': derivedTables, imaging: referenceTables });
  blobs = new DiskBlobStore(folder);
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

/** Somebody buys what these files show. */
function recordPurchase(original: string, preview = original, thumbnail = original): void {
  const [seller, buyer] = [memberId, '5b2f8a52-35a5-4dd1-b7a3-0c9b6a1f2d07'];
  const fact: AccountFact = {
    type: 'ImagePurchased',
    data: {
      memberId: buyer,
      purchaseId: crypto.randomUUID(),
      generationId,
      variantId: crypto.randomUUID(),
      sellerId: seller,
      size: '2K',
      method: 'dollars',
      paymentId: null,
      priceVersion: 1,
      tenths: 0,
      allowanceTenths: 0,
      permanentTenths: 0,
      earningTenths: 0,
      cents: 150,
      curator: false,
      tier: 'free',
      image: {
        original: { blob: original, width: 1, height: 1 },
        preview: { blob: preview, width: 1, height: 1 },
        thumbnail: { blob: thumbnail, width: 1, height: 1 },
        thumbhash: '',
      },
      purchasedAt: '2026-01-01T12:00:00.000Z',
    },
  };
  log.append(`account-${buyer}`, fact.type, fact.data);
}

const orderId = '7c2f8a52-35a5-4dd1-b7a3-0c9b6a1f2d09';

const recordOrderFact = (fact: OrderFact): unknown => log.append(`order-${orderId}`, fact.type, fact.data);

/** Somebody orders a mug with what these files show. */
function recordOrder(original: string, { testMode = false } = {}): void {
  const file = { blob: original, width: 1, height: 1 };
  recordOrderFact({
    type: 'OrderPlaced',
    data: {
      orderId,
      memberId,
      reference: 'ORD-1764',
      testMode,
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.org',
      customerPhone: '',
      street: '1 Example Street',
      city: 'London',
      state: '',
      zipCode: 'N1',
      country: 'United Kingdom',
      deliveryMethod: 'standard',
      items: [
        {
          kind: 'product',
          itemId: crypto.randomUUID(),
          productId: 'mug',
          name: 'Mug',
          size: '',
          colour: '',
          quantity: 1,
          unitCents: 1500,
          cents: 1500,
          generationId,
          variantId: crypto.randomUUID(),
          makerId: memberId,
          image: { original: file, preview: file, thumbnail: file, thumbhash: '' },
          widthPx: 1,
          heightPx: 1,
          placement: centred,
        },
      ],
      priceVersion: 1,
      subtotalCents: 1500,
      shippingCents: 599,
      totalCents: 2099,
      placedAt: '2026-01-01T12:00:00.000Z',
    },
  });
}

/** A file that was made on demand of that original, and asked for so long ago. */
async function recordDerived(blob: string, source: string, askedDaysAgo = 1): Promise<void> {
  const request = {
    source,
    subjectId: generationId,
    partId: crypto.randomUUID(),
    format: 'jpg',
    widthPx: 1,
    heightPx: 1,
  } as const;
  await pool.query(
    `INSERT INTO vault.derived_files
       (key, recipe, source, subject_id, part_id, format, width_px, height_px, state, blob, bytes, asked_at)
     VALUES ($1, 1, $2, $3, $4, 'jpg', 1, 1, 'made', $5, 1, now() - make_interval(days => $6))`,
    [keyOfRequest(request), source, request.subjectId, request.partId, blob, askedDaysAgo],
  );
}

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

test('keeps the files of an upload until it is deleted, and not the file as it was sent', async () => {
  const kept = await Promise.all(['upload', 'its preview', 'its thumbnail'].map((text) => put(text)));
  const sent = await put('as it was sent');
  const [uploadId, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const recordUpload = (fact: UploadFact): unknown => log.append(uploadStream.nameOf(memberId), fact.type, fact.data);
  const uploaded = (id: string, [original, preview, thumbnail]: readonly string[]): UploadFact => ({
    type: 'PictureUploaded',
    data: {
      uploadId: id,
      memberId,
      purpose: 'reference',
      sentAs: 'webp',
      fileName: '',
      original: image(original!),
      preview: image(preview!),
      thumbnail: image(thumbnail!),
      thumbhash: '',
      uploadedAt: '2026-01-01T12:00:00.000Z',
    },
  });
  recordUpload(uploaded(uploadId, kept));
  // The same picture, brought along twice.
  recordUpload(uploaded(other, [kept[0]!, kept[0]!, kept[0]!]));
  expect(await sweep()).toBe(1);
  expect([await blobs.has(sent), await names()]).toEqual([false, [...kept].sort()]);
  recordUpload({ type: 'UploadDeleted', data: { uploadId, memberId } });
  expect(await sweep()).toBe(2);
  expect(await names()).toEqual([kept[0]]);
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

test('a sweep ends though the store goes on writing events of its own', async () => {
  const kept = await put('kept');
  const orphan = await put('orphan');
  recordVariant(kept);
  const writing = setInterval(() => log.idle(), 1);
  try {
    expect(await sweep()).toBe(1);
  } finally {
    clearInterval(writing);
  }
  expect([await blobs.has(kept), await blobs.has(orphan)]).toEqual([true, false]);
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

describe('what was bought', () => {
  test('stays the buyer’s when its generation is purged', async () => {
    const [original, preview, thumbnail, other] = await Promise.all(['o', 'p', 't', 'other'].map((text) => put(text)));
    recordVariant(original!, preview, thumbnail);
    recordVariant(other!);
    recordPurchase(original!, preview, thumbnail);
    recordPurged();
    expect(await sweep()).toBe(1);
    expect(await names()).toEqual([original!, preview!, thumbnail!].sort());
  });

  test('stays also when it was bought after an earlier sweep, and by two', async () => {
    const original = await put('bought');
    recordVariant(original);
    expect(await sweep()).toBe(0);
    recordPurchase(original);
    recordPurchase(original);
    recordPurged();
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual([original]);
  });

  test('can still be made in other sizes', async () => {
    const [original, derived] = await Promise.all(['bought', 'in another size'].map((text) => put(text)));
    recordVariant(original!);
    recordPurchase(original!);
    recordPurged();
    await recordDerived(derived!, original!);
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual([original!, derived!].sort());
  });
});

describe('what was ordered', () => {
  const changedAt = '2026-01-01T13:00:00.000Z';

  test('stays with its print file when its generation is purged', async () => {
    const [original, derived] = await Promise.all(['ordered', 'to be printed'].map((text) => put(text)));
    recordVariant(original!);
    recordOrder(original!);
    await recordDerived(derived!, original!);
    recordPurged();
    expect(await sweep()).toBe(0);
    recordOrderFact({
      type: 'OrderStatusChanged',
      data: { orderId, memberId, from: 'shipped', to: 'delivered', reason: 'arrived', changedAt },
    });
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual([original!, derived!].sort());
  });

  test.each(['before', 'after'] as const)('goes once its order was cancelled %s the purge', async (when) => {
    const [original, derived] = await Promise.all(['ordered', 'to be printed'].map((text) => put(text)));
    recordVariant(original!);
    recordOrder(original!);
    await recordDerived(derived!, original!);
    if (when === 'after') recordPurged();
    recordOrderFact({
      type: 'OrderStatusChanged',
      data: { orderId, memberId, from: 'paid', to: 'cancelled', reason: 'by-member', changedAt },
    });
    if (when === 'before') recordPurged();
    expect(await sweep()).toBe(2);
    expect(await names()).toEqual([]);
  });

  test('goes when the member who ordered it is erased, but for what is still somebody’s', async () => {
    const [own, others] = await Promise.all(['own', 'others'].map((text) => put(text)));
    recordVariant(others!, others, others, crypto.randomUUID());
    recordOrder(own!);
    recordOrder(others!);
    expect(await sweep()).toBe(0);
    log.append(`member-${memberId}`, 'MemberErased', { memberId, erasedAt: changedAt });
    expect(await sweep()).toBe(1);
    expect(await names()).toEqual([others]);
  });

  test('in test mode goes with its generation', async () => {
    const original = await put('ordered');
    recordVariant(original);
    recordOrder(original, { testMode: true });
    recordPurged();
    expect(await sweep()).toBe(1);
  });
});

describe('what is sent along with a generation', () => {
  const [reference, source, mask] = ['reference', 'source', 'mask'];
  const request = async (): Promise<string[]> => {
    const files = await Promise.all([reference, source, mask].map((text) => put(text)));
    const [one = '', two = '', three = ''] = files;
    const picture = (blob: string) => ({ kind: 'upload' as const, id: crypto.randomUUID(), file: image(blob) });
    record(
      requested(generationId, 1, {
        references: [picture(one)],
        edit: { kind: 'replace', source: picture(two), mask: image(three) },
      }),
    );
    return files;
  };

  test('stays while the generation is open, whatever becomes of the uploads', async () => {
    const files = await request();
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual(files.toSorted());
  });

  test.each<GenerationFact>([
    { type: 'GenerationCompleted', data: { generationId, memberId, attempt: 1, processingMs: 1 } },
    { type: 'GenerationFailed', data: { generationId, memberId, reason: 'render_failed', detail: '' } },
    { type: 'GenerationCancelled', data: { generationId, memberId } },
  ])('goes at its end, and its images stay: $type', async (ending) => {
    await request();
    expect(await sweep()).toBe(0);
    const made = await put('made');
    recordVariant(made);
    record(ending);
    expect(await sweep()).toBe(3);
    expect(await names()).toEqual([made]);
  });
});

describe('what was made on demand', () => {
  test('stays while its row stands, and goes with it when nobody has asked for it in thirty days', async () => {
    const [original, recent, old] = await Promise.all(['original', 'recent', 'old'].map((text) => put(text)));
    recordVariant(original!);
    await recordDerived(recent!, original!, 29);
    await recordDerived(old!, original!, 31);
    expect(await sweep()).toBe(1);
    expect(await names()).toEqual([original!, recent!].sort());
    const { rows } = await pool.query('SELECT blob FROM vault.derived_files');
    expect(rows).toEqual([{ blob: recent }]);
  });

  test('goes with the original it was made of', async () => {
    const [original, derived] = await Promise.all(['original', 'derived'].map((text) => put(text)));
    recordVariant(original!);
    await recordDerived(derived!, original!);
    expect(await sweep()).toBe(0);
    recordPurged();
    expect(await sweep()).toBe(2);
    expect(await names()).toEqual([]);
    expect((await pool.query('SELECT FROM vault.derived_files')).rowCount).toBe(0);
  });

  test('stays where two rows speak of one file, until both are gone', async () => {
    const [original, derived] = await Promise.all(['original', 'derived'].map((text) => put(text)));
    recordVariant(original!);
    await recordDerived(derived!, original!, 31);
    await recordDerived(derived!, original!, 1);
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual([original!, derived!].sort());
  });

  test('and was put while the sweep looked is not taken, though no row tells of it yet', async () => {
    const derived = await put('derived', 0);
    expect(await sweep()).toBe(0);
    expect(await names()).toEqual([derived]);
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
