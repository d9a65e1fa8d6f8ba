import { randomUUID } from 'node:crypto';
import type { PrintablePicture } from '@easel/contracts/products/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { commandAs, subscribeAs, topUpAs } from '../testing/accounts.ts';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { entryOf } from '../testing/generation-facts.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let maker: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  [maker, buyer] = [await studio.member(), await studio.member()];
  await subscribeAs(server, buyer.id, 'agency_unlimited');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const ask = (member: TestMember, generationId: string, query: object = {}): Test =>
  supertest(server.http)
    .get(`/api/shop/pictures/${generationId}`)
    .query(query)
    .set(...member.bearer);
const pictureOf = async (member: TestMember, generationId: string, query: object = {}) =>
  ((await ask(member, generationId, query).expect(200)).body as { picture: PrintablePicture }).picture;
const isRefused = async (member: TestMember, generationId: string, query: object = {}) =>
  expect((await ask(member, generationId, query).expect(404)).body.code).toBe('products.not_found');
const variantsOf = async (generationId: string): Promise<string[]> => {
  const view = await server.app.get(GenerationLookup, { strict: false }).find(generationId);
  return (view?.variants ?? []).map(({ variantId }) => variantId);
};
const buy = async (member: TestMember, imageId: string, size: string): Promise<string> => {
  const { body } = await supertest(server.http)
    .post('/api/images/purchase')
    .set(...member.bearer)
    .send({ imageId, size, paymentMethod: 'dollars' })
    .expect(200);
  return (body as { purchaseId: string }).purchaseId;
};

test('one’s own picture is printed with all its pixels, private or public', async () => {
  const hidden = await studio.finished(maker, { prompt: 'a fox in the snow' });
  const [variantId] = await variantsOf(hidden);
  expect(await pictureOf(maker, hidden)).toEqual({
    generationId: hidden,
    variantId,
    imageNumber: 1,
    title: 'a fox in the snow',
    width: 1024,
    height: 1024,
    preview_url: `/api/images/auth/${variantId}.webp`,
    thumbnail_url: `/api/images/auth/${variantId}-thumb.webp`,
  });
  const open = await studio.published(maker);
  const [shown] = await variantsOf(open);
  expect(await pictureOf(maker, open)).toMatchObject({ preview_url: `/api/images/${shown}.webp` });
});

test('the picture that is named is the one of several, and one of another generation is not there', async () => {
  const [batch, other] = [
    await studio.finished(maker, { num_images: 4 }, { bytes: ['a', 'b', 'c', 'd'].map((text) => Buffer.from(text)) }),
    await studio.finished(maker),
  ];
  const [, second] = await variantsOf(batch);
  expect(await pictureOf(maker, batch, { variantId: second })).toMatchObject({ variantId: second, imageNumber: 2 });
  await isRefused(maker, batch, { variantId: (await variantsOf(other))[0] });
});

test('another member’s picture is printed only once it is bought, at the pixels of the largest size', async () => {
  const generationId = await studio.published(maker, { resolution: '1k' });
  const [variantId] = await variantsOf(generationId);
  await isRefused(buyer, generationId);
  await topUpAs(server, buyer.id, 1000);
  const small = await buy(buyer, generationId, '1K');
  expect(await pictureOf(buyer, generationId)).toMatchObject({
    variantId,
    width: 1024,
    height: 1024,
    preview_url: `/api/images/auth/purchases/${small}/preview.webp`,
    thumbnail_url: `/api/images/auth/purchases/${small}/thumbnail.webp`,
  });
  const large = await buy(buyer, generationId, '2K');
  expect(await pictureOf(buyer, generationId)).toMatchObject({
    width: 2048,
    height: 2048,
    preview_url: `/api/images/auth/purchases/${large}/preview.webp`,
  });
});

test('what was bought is printed whatever its maker does with it', async () => {
  const generationId = await studio.published(maker);
  await topUpAs(server, buyer.id, 1000);
  await buy(buyer, generationId, '1K');
  await studio.call('delete', generationId, maker).expect(200);
  expect(await pictureOf(buyer, generationId)).toMatchObject({ width: 1024 });
  await isRefused(maker, generationId);
});

test('what was bought is not printed once its payment was taken back', async () => {
  const generationId = await studio.published(maker);
  const [variantId = ''] = await variantsOf(generationId);
  const paymentId = `pi_${randomUUID()}`;
  const file = { blob: 'b', width: 1024, height: 1024 };
  const terms = { method: 'card', paymentId, tenths: null, cents: 75, priceVersion: 1, curator: false } as const;
  await commandAs(server, {
    type: 'PurchaseImage',
    memberId: buyer.id,
    purchaseId: randomUUID(),
    generationId,
    variantId,
    sellerId: maker.id,
    size: '1K',
    original: '1K',
    image: { original: file, preview: file, thumbnail: file, thumbhash: '' },
    ...terms,
    at: new Date(),
  });
  expect(await pictureOf(buyer, generationId)).toMatchObject({ variantId });
  const refund = { refundId: `re_${randomUUID()}`, paymentId, cents: 75, failed: false, reason: null };
  await commandAs(server, { type: 'RefundWallet', memberId: buyer.id, ...refund, livemode: undefined, at: new Date() });
  await isRefused(buyer, generationId);
});

test('an entry of an open challenge is printed by anyone who sees it, with all its pixels', async () => {
  const generationId = await studio.published(maker);
  const [variantId] = await variantsOf(generationId);
  const view = await server.app.get(GenerationLookup, { strict: false }).find(generationId);
  if (!view) throw new Error('the picture is not there');
  const tagged = { ...view, entry: entryOf(variantId ?? '') };
  const found = vi.spyOn(GenerationLookup.prototype, 'find').mockResolvedValue(tagged);
  expect(await pictureOf(buyer, generationId)).toMatchObject({
    width: 1024,
    preview_url: `/api/images/${variantId}.webp`,
    thumbnail_url: `/api/images/${variantId}-thumb.webp`,
  });
  for (const change of [
    { isPublic: false },
    { entry: entryOf(variantId ?? '', new Date()) },
    { entry: entryOf(randomUUID()) },
  ]) {
    found.mockResolvedValue({ ...tagged, ...change });
    await isRefused(buyer, generationId);
  }
  found.mockResolvedValue(tagged);
  await supertest(server.http)
    .put(`/api/gallery/public/${generationId}/maker/block`)
    .set(...buyer.bearer)
    .send({ isBlocked: true })
    .expect(200);
  await isRefused(buyer, generationId);
});

test('a picture that does not exist, or is not finished, is not there', async () => {
  await isRefused(maker, randomUUID());
  await isRefused(maker, await studio.queued(maker));
});
