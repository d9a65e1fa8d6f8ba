import { randomUUID } from 'node:crypto';
import { ERASED } from '@easel/contracts/kernel/event';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let buyer: TestCaller;
let other: TestCaller;
const recorder = new Recorder();
const id = randomUUID();
const bytes = { preview: Buffer.from('a preview'), thumbnail: Buffer.from('a thumbnail') };
const blobs = { preview: '', thumbnail: '' };
const ids = [id, randomUUID(), randomUUID(), randomUUID(), randomUUID()];

beforeAll(async () => {
  queries = await startQueries();
  [buyer, other] = [await queries.member(), await queries.member()];
  blobs.preview = (await queries.server.foundation.blobs.put(bytes.preview)).blob;
  blobs.thumbnail = (await queries.server.foundation.blobs.put(bytes.thumbnail)).blob;
  const one = new AccountStory(recorder, buyer.id);
  const image = {
    original: { blob: 'aa'.repeat(32), width: 2048, height: 1152 },
    preview: { blob: blobs.preview, width: 1024, height: 576 },
    thumbnail: { blob: blobs.thumbnail, width: 384, height: 216 },
    thumbhash: 'AAAA',
  };
  const later = ids
    .slice(1)
    .map((purchaseId, index) => one.bought({ purchaseId, purchasedAt: `2026-11-2${index + 1}T10:00:00.000Z` }));
  await queries.append(one.bought({ purchaseId: id, image }), ...later);
});
afterAll(() => queries.close());

test('a buyer sees what they bought, the newest first, page by page, and nobody else', async () => {
  const page = async (caller: TestCaller, query: string) => {
    const { body } = await caller.get(`/api/purchases?${query}`).expect(200);
    expect(purchasesHttp.own.reply.parse(body)).toEqual(body);
    const { items, pagination } = purchasesHttp.own.reply.parse(body);
    return { ids: items.map((item) => item.id), pagination };
  };
  const pagination = { limit: 2, pages: 3, total: 5 };
  expect(await page(buyer, 'limit=2')).toEqual({ ids: [ids[4], ids[3]], pagination: { page: 1, ...pagination } });
  expect(await page(buyer, 'limit=2&page=3')).toEqual({ ids: [ids[0]], pagination: { page: 3, ...pagination } });
  expect(await page(buyer, 'limit=2&page=4')).toEqual({ ids: [], pagination: { page: 4, ...pagination } });
  expect((await page(buyer, '')).pagination).toEqual({ page: 1, limit: 12, pages: 1, total: 5 });
  expect(await page(other, '')).toEqual({ ids: [], pagination: { page: 1, limit: 12, pages: 0, total: 0 } });
  await buyer.get('/api/purchases?limit=0').expect(400);
  await queries.nobody.get('/api/purchases').expect(401);
});

test('what was bought bears what it was made from, whatever has become of it, and nothing of a maker who was erased', async () => {
  const [member, maker, erased] = [await queries.member(), randomUUID(), randomUUID()];
  const sold = [new GenerationStory(recorder, maker), new GenerationStory(recorder, erased)] as const;
  const account = new AccountStory(recorder, member.id);
  await queries.append(
    ...sold[0].whole({ prompt: 'A fox in the snow' }),
    sold[0].deleted(),
    ...sold[1].whole({ prompt: ERASED }),
    ...[...sold.map(({ generationId }) => generationId), randomUUID()].map((generationId) =>
      account.bought({ generationId }),
    ),
  );
  // The gallery has them, too, once it answers.
  await member.get(`/api/generation/${sold[1].generationId}`).expect(404);
  const { body } = await member.get('/api/purchases').expect(200);
  expect(body.items).toHaveLength(3);
  expect(body.titles).toEqual({ [sold[0].generationId]: 'A fox in the snow' });
});

test('a variant that was made from other words bears these, and those of others stay their maker’s', async () => {
  const [member, maker] = [await queries.member(), randomUUID()];
  const parent = new GenerationStory(recorder, maker);
  const [bought, secret] = [randomUUID(), randomUUID()];
  const account = new AccountStory(recorder, member.id);
  const { generationId } = parent;
  const variant = (variantId: string, prompt: string) => {
    const child = new GenerationStory(recorder, maker);
    const whole = child.whole({ prompt, variantOf: { generationId, variantId } }, randomUUID());
    return [...whole, parent.attached(child.generationId, variantId)];
  };
  await queries.append(
    ...parent.whole({ prompt: 'A fox in the snow' }),
    ...variant(bought, 'A fox at night'),
    ...variant(secret, 'A fox that nobody is to see'),
    account.bought({ generationId, variantId: bought }),
  );
  await member.get(`/api/generation/${generationId}`).expect(404);
  const { body } = await member.get('/api/purchases').expect(200);
  expect(body.titles).toEqual({ [generationId]: 'A fox in the snow', [bought]: 'A fox at night' });
});

describe('the small images of what was bought', () => {
  test.each(['preview', 'thumbnail'] as const)('%s is for its buyer alone, and for ever', async (size) => {
    const path = `/api/images/auth/purchases/${id}/${size}.webp`;
    for (const sent of [buyer.get, buyer.getByCookie]) {
      const { body, headers } = await sent(path).expect(200);
      expect(body).toEqual(bytes[size]);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes[size].length),
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        etag: `"${blobs[size]}"`,
      });
    }
    for (const known of [`"${blobs[size]}"`, `W/"${blobs[size]}"`, `"x", "${blobs[size]}"`, '*']) {
      await buyer.get(path).set('if-none-match', known).expect(304);
    }
    await buyer.get(path).set('if-none-match', '"x"').expect(200);
    for (const refused of [other.get(path), other.getByCookie(path)]) {
      const { body, headers } = await refused.expect(404);
      expect(body.code).toBe('purchases.not_found');
      expect(headers['cache-control']).toBe('no-store');
    }
    await queries.nobody.get(path).expect(401);
  });

  test('are not there where nothing was bought, or the bytes are lost', async () => {
    await buyer.get(`/api/images/auth/purchases/${randomUUID()}/preview.webp`).expect(404);
    await buyer.get(`/api/images/auth/purchases/${ids[1]}/preview.webp`).expect(404);
  });

  test.each(['original.webp', 'preview.png', '..%2fpreview.webp', 'preview.webp%00', 'PREVIEW.webp'])(
    '%s is no name of one',
    async (name) => {
      const { status, body } = await buyer.get(`/api/images/auth/purchases/${id}/${name}`);
      expect([400, 404]).toContain(status);
      expect(body.success).toBe(false);
    },
  );
});

test('a buyer whose facts are parked is told so', async () => {
  const broken = await queries.member();
  const one = new AccountStory(recorder, broken.id);
  await queries.append(one.bought(), one.bought({ purchaseId: id }));
  const { headers, body } = await broken.get('/api/purchases').expect(200);
  expect(headers['x-incomplete']).toBe('true');
  expect(body.pagination.total).toBe(1);
});
