// spec: faults F5
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { generationFacts, Records } from './harness/records.ts';
import { until } from './harness/until.ts';

/** Files without a fact are looked for all the time; the grace is longer than a file ever waits for its fact. */
const eager = { SWEEP_GRACE_MS: '5000', SWEEP_EVERY_MS: '300', LEASE_MS: '1000' };

let product: Product;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  await product.killEverything();
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Every file of the blob store, and every file that a fact speaks of. */
async function files(): Promise<{ stored: Set<string>; named: Set<string> }> {
  const blobs = new DiskBlobStore(join(product.dataDir, 'blobs'));
  const stored = new Set<string>();
  for await (const { blob } of blobs.list()) stored.add(blob);
  const named = await Records.of(product, async (records) => {
    const found = new Set<string>();
    for (const [stream, events] of await records.streams()) {
      if (!stream.startsWith('generation-')) continue;
      for (const fact of generationFacts(events)) {
        if (fact.type !== 'VariantCreated') continue;
        for (const file of [fact.data.original, fact.data.preview, fact.data.thumbnail]) found.add(file.blob);
      }
    }
    return found;
  });
  return { stored, named };
}

const onlyNamed = async (): Promise<boolean> => {
  const { stored, named } = await files();
  return [...stored].every((blob) => named.has(blob));
};

test('5: workers that always die between storing and recording leave files that no one is shown, and they go', async () => {
  await product.start({ faultPoint: 'imaging.after-blobs', env: { LEASE_MS: '1000' } });
  const people = new People(product);
  const member = await people.register();
  const outcome = await people.generate(member);
  expect(outcome.kind).toBe('failed');
  const { stored, named } = await files();
  expect([...stored].filter((blob) => !named.has(blob))).toHaveLength(3);
  await product.killEverything();

  await product.start({ env: eager });
  await until(onlyNamed);
  // While files go, pictures are made: none of theirs may.
  await Promise.all(Array.from({ length: 8 }, () => people.generate(member)));
  await audit(product, people);
  await product.killEverything();
}, 180_000);

test('a sweeper that dies with a file in its hands takes it at last, and takes no other', async () => {
  const onceFile = join(folder, 'set-aside');
  const blobs = new DiskBlobStore(join(product.dataDir, 'blobs'));
  const orphan = await blobs.put(randomBytes(1_000));
  writeFileSync(join(product.dataDir, 'blobs', '.incoming', 'half-written'), 'ha');
  await product.start({ faultPoint: 'blob.set-aside', onceFile, env: eager });
  await until(() => existsSync(onceFile));
  const people = new People(product);
  const member = await people.register();
  expect((await people.generate(member)).kind).toBe('completed');
  await until(async () => !(await blobs.has(orphan.blob)) && (await onlyNamed()));
  await until(() => !existsSync(join(product.dataDir, 'blobs', '.incoming', 'half-written')));
  await audit(product, people);
}, 120_000);
