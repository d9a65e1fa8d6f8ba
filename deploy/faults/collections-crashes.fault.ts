import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import { sharesHttp } from '@easel/contracts/shares/http';
import { sharesStream } from '@easel/contracts/shares/stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let folder: string;
let member: Member;
let generationId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
  member = await people.register();
  const outcome = await people.generate(member);
  if (outcome.kind !== 'completed') throw new Error(`it ended ${outcome.kind}`);
  ({ generationId } = outcome);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * In this order: the collection, what is put into it, two links to it, the first one's end, the collection's, the
 * other's.
 */
const appends = [
  'decider.before-append#1',
  'decider.after-append#1',
  'decider.after-append#2',
  'decider.before-append#3',
  'decider.after-append#3',
  'decider.after-append#5',
  'decider.before-append#6',
  'decider.after-append#6',
  'decider.before-append#7',
  'decider.after-append#7',
  'process.after-act#1',
];

describe('a collection and the links to it come to what they were meant to be when the process dies at', () => {
  test.each(appends)('%s', async (point) => {
    const onceFile = join(folder, point);
    const already = await typesOf(sharesStream.nameOf(member.id));
    await product.killEverything();
    await product.start({ faultPoint: point, onceFile, restarts: true });

    const { id } = collectionsHttp.make.reply.parse(await post(collectionsHttp.make.path, { name: 'Lakes' }));
    await post(collectionsHttp.collect.path.replace(':id', id), { generationIds: [generationId] });
    const [first, second] = [await link(id), await link(id)];
    await seenBecomes(first.url, 200);
    await post(sharesHttp.revoke.path.replace(':id', first.id), {});
    await seenBecomes(first.url, 404);
    await seenBecomes(second.url, 200);
    const { token } = member;
    expectOk(await people.http.call('DELETE', collectionsHttp.remove.path.replace(':id', id), { token }));
    await seenBecomes(second.url, 404);

    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();
    await people.http.eventually(sharesHttp.list.path, { token }, ({ body }) => {
      const { shares } = sharesHttp.list.reply.parse(body);
      return shares.every(({ state }) => state === 'revoked') || undefined;
    });
    expect((await typesOf(collectionsStream.nameOf(member.id))).slice(-2)).toEqual([
      'CollectionMade',
      'CollectionDeleted',
    ]);
    expect(await typesOf(collectedStream.nameOf(id))).toEqual(['PicturesCollected']);
    expect((await typesOf(sharesStream.nameOf(member.id))).slice(already.length)).toEqual([
      'ShareLinkMade',
      'ShareLinkMade',
      'ShareLinkRevoked',
      'ShareLinkRevoked',
    ]);
    await audit(product, people);
  });
});

test('after all of them a replay of the log gives the rows that are there', async () => {
  await product.killEverything();
  await product.start();
  await expectReplayAgrees(product);
});

async function post(path: string, body: object): Promise<unknown> {
  return expectOk(await people.http.call('POST', path, { token: member.token, body })).body;
}

async function link(id: string): Promise<{ id: string; url: string }> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  return sharesHttp.make.reply.parse(await post(sharesHttp.make.path, { kind: 'collection', id, expiresAt })).share;
}

/** Visitors see what the links have become a little later than whoever has changed them. */
async function seenBecomes(url: string, status: number): Promise<void> {
  const path = sharesHttp.shown.path.replace(':token', url.slice(url.lastIndexOf('/') + 1));
  await until(async () => (await people.http.call('GET', path)).status === status || undefined, {
    why: () => `(${path} becomes ${status})`,
  });
}

const typesOf = (stream: string): Promise<string[]> =>
  Records.of(product, async ({ log }) => (await Array.fromAsync(log.readStored(stream))).map(({ type }) => type));
