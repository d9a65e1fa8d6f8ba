// spec: faults F20
import { randomUUID } from 'node:crypto';
import { generationHttp } from '@easel/contracts/generation/http';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
});
afterAll(() => product?.remove());

/** Past the product, straight into the store, as a faulty program of somebody else would. */
async function plant(stream: string, type: string, data: Record<string, unknown>, schemaVersion = 1): Promise<void> {
  const client = EventStoreDBClient.connectionString(product.endpoints().eventStoreUrl);
  try {
    const metadata = { $correlationId: 'poison', actor: { kind: 'system', id: 'test' }, schemaVersion };
    await client.appendToStream(stream, jsonEvent({ id: randomUUID(), type, data, metadata }));
  } finally {
    await client.dispose();
  }
}

const parked = (): Promise<{ projector: string; partition: string; error: string | null }[]> =>
  Records.of(product, (records) =>
    records.rows('select projector, partition, error from read_operations.parked order by projector, position'),
  );

const metric = async (name: string): Promise<number> => {
  const text = await product.metrics();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

test('20: a fact that no row can be made of parks its partition, in order; others go on; it shows', async () => {
  const [hit, spared] = [await people.register(), await people.register()];
  const before = await people.generate(hit);
  if (before.kind !== 'completed') throw new Error(`it ended ${before.kind}`);

  const generationId = randomUUID();
  const ids = { generationId, memberId: hit.id };
  await plant(`generation-${generationId}`, 'GenerationCompleted', { ...ids, attempt: 1, processingMs: 1 });
  await plant(`generation-${generationId}`, 'Deleted', { ...ids, deletedAt: new Date().toISOString() });
  await until(
    async () => (await parked()).filter(({ projector }) => projector.startsWith('read_gallery')).length === 2,
  );

  const rows = (await parked()).filter(({ projector }) => projector.startsWith('read_gallery'));
  expect(rows.map(({ partition }) => partition)).toEqual([`generation-${generationId}`, `generation-${generationId}`]);
  expect(rows[0]?.error).toContain('never requested');
  expect(rows[1]?.error).toBeNull(); // it only waits behind the first
  expect(await metric('easel_projection_gallery_parked')).toBe(2);

  // Everybody else, and this member's other pictures, go on.
  for (const member of [hit, spared]) expect((await people.generate(member)).kind).toBe('completed');
  const list = await people.http.call('GET', generationHttp.list.path, { token: hit.token });
  expect(generationHttp.list.reply.parse(list.body).generations).toHaveLength(2);
});

test('a type that nobody knows is passed over and counted', async () => {
  const ignored = await metric('easel_projection_gallery_ignored');
  await plant(`generation-${randomUUID()}`, 'SomethingElse', { a: 1 });
  await until(async () => (await metric('easel_projection_gallery_ignored')) === ignored + 1);
  expect((await people.generate(await people.register())).kind).toBe('completed');
});

test('20: a fact that does not read neither passes for nothing nor stops the others', async () => {
  const member = await people.register();
  const generationId = randomUUID();
  const data = { generationId, memberId: member.id, attempt: 'one' };
  await plant(`generation-${generationId}`, 'GenerationCompleted', data);
  await until(async () => (await parked()).some(({ partition }) => partition === `generation-${generationId}`));
  const outcome = await people.order(member, { async: true });
  if (outcome.kind !== 'accepted') throw new Error(`it ended ${outcome.kind}`);
  // The renders, the captures and the read models of everybody else go on.
  await until(async () => (await people.balance(member)).held === 0, { deadlineMs: 30_000 });
  expect((await people.ended(member, outcome.generationId)).status).toBe('completed');
  expect((await people.balance(member)).credits).toBe(45);
});
