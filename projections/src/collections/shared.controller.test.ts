import { randomBytes, randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import { sharesHttp } from '@easel/contracts/shares/http';
import { Sealer } from '@easel/kernel/identity/sealing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CollectionStory, ShareStory } from '../testing/collections.ts';
import { GenerationStory } from '../testing/generations.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let member: TestCaller;
const recorder = new Recorder();
const bytes = { preview: Buffer.from('a preview'), thumbnail: Buffer.from('a thumbnail') };
const files = { preview: '', thumbnail: '' };
beforeAll(async () => {
  queries = await startQueries();
  const { blobs } = queries.server.foundation;
  files.preview = (await blobs.put(bytes.preview)).blob;
  files.thumbnail = (await blobs.put(bytes.thumbnail)).blob;
});
afterAll(() => queries.close());
beforeEach(async () => {
  member = await queries.member();
});
afterEach(() => void vi.useRealTimers());

interface Picture {
  story: GenerationStory;
  variantId: string;
  facts: Recorded[];
}

/** A private, finished picture of the member's. */
function aPicture(): Picture {
  const [story, variantId] = [new GenerationStory(recorder, member.id), randomUUID()];
  const facts = [
    story.requested({ prompt: 'A secret of mine' }),
    story.started(),
    story.drew(variantId, 0, files),
    story.completed(),
  ];
  return { story, variantId, facts };
}

/** A collection of so many pictures, and a link to it. */
async function shared(count = 1, expiresAt?: string) {
  const pictures = Array.from({ length: count }, aPicture);
  const collection = new CollectionStory(recorder, member.id);
  const share = new ShareStory(recorder, collection);
  await queries.append(
    ...pictures.flatMap(({ facts }) => facts),
    collection.made('Foxes in snow'),
    collection.collected(pictures.map(({ story }) => story)),
    share.made(expiresAt),
  );
  return { pictures, collection, share };
}

const pageOf = (token: string, query = '') => queries.nobody.get(`/api/shared/${token}${query}`);
const imageOf = (token: string, variantId: string, suffix = '') =>
  queries.nobody.get(`/api/shared/${token}/${variantId}${suffix}.webp`);

async function read(token: string, query = '') {
  const { body } = await pageOf(token, query).expect(200);
  expect(sharesHttp.shown.reply.parse(body)).toEqual(body);
  return sharesHttp.shown.reply.parse(body);
}

/** All answers of a link that does not work are one. */
async function refused(token: string) {
  const { body, headers } = await pageOf(token).expect(404);
  expect(body).toEqual({
    success: false,
    code: 'shares.not_found',
    message: 'This link does not work, or no longer does',
    requestId: expect.any(String),
  });
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
}

describe('a link to a collection', () => {
  test('shows its pictures to anybody, under the token alone, without what they were made from', async () => {
    const { pictures, share } = await shared(2);
    const { headers } = await pageOf(share.token).expect(200);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    });
    const page = await read(share.token);
    expect(page).toMatchObject({
      kind: 'collection',
      title: 'Foxes in snow',
      author: null,
      pagination: { page: 1, limit: 24, pages: 1, total: 2 },
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    expect(page.images.map(({ id }) => id)).toEqual(pictures.map(({ variantId }) => variantId));
    expect(page.images[0]?.image_url).toBe(`/api/shared/${share.token}/${pictures[0]?.variantId}.webp`);
    expect(JSON.stringify(page)).not.toContain('secret');
    expect(JSON.stringify(page)).not.toContain(member.id);
  });

  test('is paged', async () => {
    const { pictures, share } = await shared(3);
    const { images, pagination } = await read(share.token, '?page=2&limit=2');
    expect(images.map(({ id }) => id)).toEqual([pictures[2]?.variantId]);
    expect(pagination).toEqual({ page: 2, limit: 2, pages: 2, total: 3 });
  });

  test('says who made them only while they are shown to everyone', async () => {
    const { share } = await shared();
    const person = new PersonStory(recorder, member.id);
    await queries.append(person.shownAs('a-painter'));
    expect((await read(share.token)).author).toEqual({ id: member.id, name: 'a-painter' });
    await queries.append(person.shownAs('a-painter', { shown: false }));
    expect((await read(share.token)).author).toBeNull();
  });

  test('has what is in the trash no more, nor its files, until it is restored', async () => {
    const { pictures, share } = await shared(2);
    const [fox, owl] = pictures as [Picture, Picture];
    await queries.append(fox.story.deleted());
    const page = await read(share.token);
    expect(page.images.map(({ id }) => id)).toEqual([owl.variantId]);
    expect(page.pagination.total).toBe(1);
    for (const suffix of ['', '-thumb']) await imageOf(share.token, fox.variantId, suffix).expect(404);
    await imageOf(share.token, owl.variantId).expect(200);
    await queries.append(fox.story.restored());
    expect((await read(share.token)).images).toHaveLength(2);
    await imageOf(share.token, fox.variantId).expect(200);
  });

  test('has what was taken out no more, and what is added since', async () => {
    const { pictures, collection, share } = await shared();
    const [fox] = pictures as [Picture];
    const owl = aPicture();
    await queries.append(...owl.facts, collection.tookOut(fox.story), collection.collected([owl.story]));
    expect((await read(share.token)).images.map(({ id }) => id)).toEqual([owl.variantId]);
    await imageOf(share.token, fox.variantId).expect(404);
    await imageOf(share.token, owl.variantId).expect(200);
  });

  test.each([
    ['revoked', ({ share }) => share.revoked()],
    ['of a collection that was deleted', ({ collection }) => collection.deleted()],
  ] satisfies [string, (of: Awaited<ReturnType<typeof shared>>) => Recorded][])(
    'is nowhere once it is %s, its files included',
    async (_why, fact) => {
      const of = await shared();
      const [fox] = of.pictures as [Picture];
      await read(of.share.token);
      await imageOf(of.share.token, fox.variantId).expect(200);
      await queries.append(fact(of));
      await refused(of.share.token);
      await imageOf(of.share.token, fox.variantId).expect(404);
    },
  );

  test('ends by the clock', async () => {
    const { pictures, share } = await shared(1, '2026-12-24T12:00:00.000Z');
    const [fox] = pictures as [Picture];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-24T11:59:59.000Z') });
    await read(share.token);
    await imageOf(share.token, fox.variantId).expect(200);
    vi.setSystemTime(new Date('2026-12-24T12:00:00.000Z'));
    await refused(share.token);
    await imageOf(share.token, fox.variantId).expect(404);
  });

  test('is nowhere once its maker was erased', async () => {
    const { pictures, share } = await shared();
    const [fox] = pictures as [Picture];
    await queries.server.app.get(Sealer).erase(member.id);
    await refused(share.token);
    await imageOf(share.token, fox.variantId).expect(404);
  });
});

test('a link to a single picture shows that, and nothing while it is in the trash', async () => {
  const fox = aPicture();
  const share = new ShareStory(recorder, fox.story);
  await queries.append(...fox.facts, share.made());
  const page = await read(share.token);
  expect(page).toMatchObject({ kind: 'picture', title: '', pagination: { total: 1 } });
  expect(page.images.map(({ id }) => id)).toEqual([fox.variantId]);
  expect((await read(share.token, '?page=2')).images).toEqual([]);
  await imageOf(share.token, fox.variantId).expect(200);
  await queries.append(fox.story.deleted());
  await refused(share.token);
  await imageOf(share.token, fox.variantId).expect(404);
});

describe('a file', () => {
  test('is sent as it is, and asked for anew each time, since a link ends', async () => {
    const { pictures, share } = await shared();
    const [fox] = pictures as [Picture];
    for (const [suffix, size] of [
      ['', 'preview'],
      ['-thumb', 'thumbnail'],
    ] as const) {
      const { body, headers } = await imageOf(share.token, fox.variantId, suffix).expect(200);
      expect(body).toEqual(bytes[size]);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        etag: `"${files[size]}"`,
      });
      await imageOf(share.token, fox.variantId, suffix).set('if-none-match', `"${files[size]}"`).expect(304);
    }
  });

  test('is not to be had by another link, nor without one, nor one of a picture that this link does not show', async () => {
    const { pictures, share } = await shared();
    const [fox] = pictures as [Picture];
    const apart = aPicture();
    const own = member;
    member = await queries.member();
    const others = await shared();
    await queries.append(...apart.facts);
    await own.get('/api/collections').expect(200);
    for (const [token, variantId] of [
      [others.share.token, fox.variantId],
      [share.token, others.pictures[0]?.variantId ?? ''],
      [share.token, apart.variantId],
      [share.token, randomUUID()],
    ] as const) {
      const { body } = await imageOf(token, variantId).expect(404);
      expect(body.code).toBe('shares.not_found');
    }
    await queries.nobody.get(`/api/images/${fox.variantId}.webp`).expect(404);
    await imageOf(share.token, fox.variantId).expect(200);
  });
});

describe('who guesses', () => {
  test('is told nothing by any answer', async () => {
    const { share } = await shared();
    const other = share.token.startsWith('A') ? 'B' : 'A';
    for (const token of [
      randomBytes(32).toString('base64url'),
      other + share.token.slice(1),
      share.token.slice(0, -1),
      `${share.token}A`,
      share.tokenDigest,
      share.shareId,
      'x',
      '%27%20or%201%3D1--',
      'A'.repeat(900),
    ]) {
      await refused(token);
      const { body } = await imageOf(token, randomUUID()).expect(404);
      expect(body.code).toBe('shares.not_found');
    }
  });

  test.each(['x.webp', '..%2f..%2fpackage.json', '%00.webp', 'auth'])('gets no file by the name %s', async (name) => {
    const { share } = await shared();
    const { status, body } = await queries.nobody.get(`/api/shared/${share.token}/${name}`);
    expect([400, 404]).toContain(status);
    expect(JSON.stringify(body)).not.toContain('preview');
  });
});
