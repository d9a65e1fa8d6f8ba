import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { PoolClient } from 'pg';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { galleryModel } from './gallery.queries.ts';

let queries: QueryServer;
let owner: TestCaller;
let other: TestCaller;
let one: GenerationStory;
const recorder = new Recorder();
const variant = randomUUID();
const preview = Buffer.from('a preview');
const thumbnail = Buffer.from('a thumbnail');
const files = { preview: '', thumbnail: '' };

beforeAll(async () => {
  queries = await startQueries();
  [owner, other] = [await queries.member(), await queries.member()];
  const { blobs } = queries.server.foundation;
  files.preview = (await blobs.put(preview)).blob;
  files.thumbnail = (await blobs.put(thumbnail)).blob;
  one = new GenerationStory(recorder, owner.id);
  await queries.append(
    one.requested(),
    one.started(),
    one.drew(variant, 0, { preview: files.preview, thumbnail: files.thumbnail }),
    one.completed(),
  );
  await owner.get(`/api/generation/${one.generationId}`).expect(200);
});
afterAll(() => queries.close());

describe('an image of its owner', () => {
  test.each([
    ['preview', '', preview],
    ['thumbnail', '-thumb', thumbnail],
  ] as const)('is sent whole as %s, to be kept for ever by its owner alone', async (size, suffix, bytes) => {
    for (const sent of [owner.get, owner.getByCookie]) {
      const { body, headers } = await sent(`/api/images/auth/${variant}${suffix}.webp`).expect(200);
      expect(body).toEqual(bytes);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        etag: `"${files[size]}"`,
      });
    }
  });

  test.each([
    ['the same tag', (tag: string) => tag, 304],
    ['a weak one', (tag: string) => `W/${tag}`, 304],
    ['one of several', (tag: string) => `"x", ${tag}`, 304],
    ['any', () => '*', 304],
    ['another', () => '"x"', 200],
  ])('is not sent again to who has %s', async (_what, tagOf, status) => {
    const { headers } = await owner
      .get(`/api/images/auth/${variant}.webp`)
      .set('if-none-match', tagOf(`"${files.preview}"`))
      .expect(status);
    expect(headers.etag).toBe(`"${files.preview}"`);
    expect('content-length' in headers).toBe(status === 200);
  });

  test('is nowhere for others, by either path, and no cache remembers that', async () => {
    for (const asked of [
      other.get(`/api/images/auth/${variant}.webp`),
      other.getByCookie(`/api/images/auth/${variant}-thumb.webp`),
      queries.nobody.get(`/api/images/${variant}.webp`),
      owner.get(`/api/images/${variant}.webp`),
      owner.get(`/api/images/auth/${randomUUID()}.webp`),
    ]) {
      const { headers, body } = await asked.expect(404);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.code).toBe('request.not_found');
    }
    await queries.nobody.get(`/api/images/auth/${variant}.webp`).expect(401);
  });

  test('is gone when its generation is deleted or its file is lost', async () => {
    const lost = randomUUID();
    const second = new GenerationStory(recorder, owner.id);
    await queries.append(...second.whole({}, lost));
    await owner.get(`/api/generation/${second.generationId}`).expect(200);
    await owner.get(`/api/images/auth/${lost}.webp`).expect(404);

    const third = new GenerationStory(recorder, owner.id);
    const kept = randomUUID();
    await queries.append(
      third.requested(),
      third.started(),
      third.drew(kept, 0, { preview: files.preview, thumbnail: files.thumbnail }),
    );
    await owner.get(`/api/generation/${third.generationId}`).expect(200);
    await owner.get(`/api/images/auth/${kept}.webp`).expect(404);
    await queries.append(third.completed());
    await owner.get(`/api/generation/${third.generationId}`).expect(200);
    await owner.get(`/api/images/auth/${kept}.webp`).expect(200);
    await queries.append(third.deleted());
    await owner.get(`/api/generation/${third.generationId}`).expect(404);
    await owner.get(`/api/images/auth/${kept}.webp`).expect(404);
  });

  test('is small in the trash for its owner alone, until it is gone for good', async () => {
    const [id, story] = [randomUUID(), new GenerationStory(recorder, owner.id)];
    await queries.append(
      story.requested(),
      story.started(),
      story.drew(id, 0, { preview: files.preview, thumbnail: files.thumbnail }),
      story.completed(),
      story.madePublic(),
      story.deleted(),
    );
    await owner.get(`/api/generation/${story.generationId}`).expect(404);
    const { body } = await owner.get(`/api/images/auth/${id}-thumb.webp`).expect(200);
    expect(body).toEqual(thumbnail);
    await other.get(`/api/images/auth/${id}-thumb.webp`).expect(404);
    await owner.get(`/api/images/${id}-thumb.webp`).expect(404);
    await queries.append(story.purged());
    await owner.get(`/api/generation/${story.generationId}`).expect(404);
    await owner.get(`/api/images/auth/${id}-thumb.webp`).expect(404);
  });
});

test('a public image is also where addresses of before lead, and nothing else is there', async () => {
  const [id, story] = [randomUUID(), new GenerationStory(recorder, owner.id)];
  await queries.append(
    story.requested(),
    story.started(),
    story.drew(id, 0, { preview: files.preview, thumbnail: files.thumbnail }),
    story.completed(),
    story.madePublic(),
  );
  await owner.get(`/api/generation/${story.generationId}`).expect(200);
  for (const [suffix, bytes] of [
    ['', preview],
    ['-thumb', thumbnail],
  ] as const) {
    const { body, headers } = await queries.nobody.get(`/uploads/${id}${suffix}.webp`).expect(200);
    expect(body).toEqual(bytes);
    expect(headers['cache-control']).toBe('public, max-age=60, must-revalidate');
  }
  const { headers } = await queries.nobody.get(`/uploads/${id}.webp`).set('if-none-match', `"${files.preview}"`);
  expect(headers.etag).toBe(`"${files.preview}"`);
  for (const name of [`${variant}.webp`, `${id}.png`, `${randomUUID()}.webp`, '..%2f..%2fpackage.json', 'auth']) {
    const { body } = await queries.nobody.get(`/uploads/${name}`).expect(404);
    expect(body.code).toBe('request.not_found');
  }
});

describe('a picture that the read model does not know yet', () => {
  const getNow = ({ authorization }: TestCaller, path: string) =>
    supertest(queries.server.http).get(`/api/images/auth/${path}`).set('authorization', authorization);
  const drawn = () => ({ preview: files.preview, thumbnail: files.thumbnail });
  let story: GenerationStory;
  let name: string;
  let held: PoolClient;
  beforeEach(async () => {
    [story, name] = [new GenerationStory(recorder, owner.id), randomUUID()];
    await queries.append(story.requested());
    await owner.get(`/api/generation/${story.generationId}`).expect(200);
    held = await queries.server.foundation.pool.connect();
  });
  afterEach(async () => {
    await held.query('rollback');
    held.release();
  });
  /** Keeps the read model as it is until the test ends. */
  async function hold(): Promise<void> {
    await held.query('begin');
    await held.query('select from read_operations.projections where schema = $1 for update', [galleryModel.schema]);
  }

  test('is answered to its owner in both sizes once it is complete, and to no one else', async () => {
    await hold();
    await queries.append(story.started(), story.drew(name, 0, drawn()));
    await getNow(owner, `${name}.webp`).expect(404);
    const early = getNow(owner, `${name}.webp`).then((answer) => answer);
    await queries.append(story.completed());
    expect(await early).toMatchObject({ status: 200, body: preview });
    expect((await getNow(owner, `${name}-thumb.webp`).expect(200)).body).toEqual(thumbnail);
    await getNow(other, `${name}.webp`).expect(404);
    await queries.nobody.get(`/api/images/${name}.webp`).expect(404);
    const { rows } = await queries.server.foundation.backgroundPool.query(
      `select from ${galleryModel.schema}.image where variant_id = $1`,
      [name],
    );
    expect(rows).toEqual([]);
  });

  test('is not answered while it is drawn again, where it failed, or is made for another generation', async () => {
    const [again, failed, variant] = [randomUUID(), randomUUID(), randomUUID()];
    const lost = new GenerationStory(recorder, owner.id);
    const made = new GenerationStory(recorder, owner.id);
    const variantOf = { generationId: story.generationId, variantId: variant };
    await queries.append(lost.requested(), made.requested({ variantOf }));
    await owner.get(`/api/generation/${made.generationId}`).expect(200);
    await hold();
    await queries.append(
      story.started(),
      story.drew(again, 0, drawn()),
      story.started(),
      story.drew(name, 0, drawn()),
      lost.started(),
      lost.drew(failed, 0, drawn()),
      lost.failed(),
      made.started(),
      made.drew(variant, 0, drawn()),
      made.completed(),
      story.completed(),
    );
    await getNow(owner, `${name}.webp`).expect(200);
    for (const gone of [again, failed, variant]) await getNow(owner, `${gone}.webp`).expect(404);
  });

  test('is gone with its generation', async () => {
    await queries.append(story.started(), story.drew(name, 0, drawn()), story.completed(), story.deleted());
    await owner.get(`/api/generation/${story.generationId}`).expect(404);
    await getNow(owner, `${name}.webp`).expect(404);
  });
});

describe('a preview from before it was ruled how large they may be', () => {
  const old = randomUUID();
  const original = Buffer.from('an original of 1024 by 768');
  let maker: { stop(): Promise<void> };
  let story: GenerationStory;
  let source: string;

  beforeAll(async () => {
    const { foundation } = queries.server;
    maker = await startDerivedMaker(foundation);
    source = (await foundation.blobs.put(original)).blob;
    story = new GenerationStory(recorder, owner.id);
    const drawn = { original: source, preview: files.preview, thumbnail: files.thumbnail, width: 1024 };
    await queries.append(story.requested(), story.started(), story.drew(old, 0, drawn), story.completed());
    await queries.append(story.madePublic());
    await owner.get(`/api/generation/${story.generationId}`).expect(200);
  });
  afterAll(() => maker.stop());

  test('is not sent: a smaller one is made of the original, once', async () => {
    const seen = [
      [await queries.nobody.get(`/api/images/${old}.webp`).expect(200), 'public, max-age=60, must-revalidate'],
      [await owner.get(`/api/images/auth/${old}.webp`).expect(200), 'private, no-cache'],
    ] as const;
    for (const [{ body, headers }, cache] of seen) {
      // The maker of the tests writes down what was wished for.
      expect(JSON.parse(String(body))).toEqual({
        source,
        subjectId: story.generationId,
        partId: old,
        format: 'webp',
        widthPx: 768,
        heightPx: 576,
      });
      expect(headers).toMatchObject({ 'content-type': 'image/webp', etag: seen[0][0].headers.etag });
      expect(headers['cache-control']).toBe(cache);
    }
    const { rows } = await queries.server.foundation.pool.query('select key from vault.derived_files');
    expect(rows).toHaveLength(1);
  });

  test('says of a remote provider’s that a model made it', async () => {
    const [name, other] = [randomUUID(), new GenerationStory(recorder, owner.id)];
    const drawn = { original: source, preview: files.preview, thumbnail: files.thumbnail, width: 1024 };
    await queries.append(other.requested({ provider: 'flux' }), other.started());
    await queries.append(other.drew(name, 0, { ...drawn, provider: 'flux' }), other.completed());
    await owner.get(`/api/generation/${other.generationId}`).expect(200);
    const { body } = await owner.get(`/api/images/auth/${name}.webp`).expect(200);
    expect(JSON.parse(String(body))).toMatchObject({ partId: name, making: { trained: true } });
  });

  test('leaves its thumbnail as it is', async () => {
    const { body } = await queries.nobody.get(`/api/images/${old}-thumb.webp`).expect(200);
    expect(body).toEqual(thumbnail);
  });
});

describe('a name that is none', () => {
  const hex = 'a'.repeat(64);
  test.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '%2e%2e/etc/passwd',
    `${variant}.webp%00.png`,
    `%00${variant}.webp`,
    `${variant}.png`,
    `${variant}`,
    `${variant}-THUMB.webp`,
    `${variant.toUpperCase()}.webp`,
    `${variant}.webp%0a`,
    `${variant}.webp/`,
    `auth%2f${variant}.webp`,
    '------------------------------------.webp',
    `${hex}`,
    `${hex.slice(0, 2)}%2f${hex.slice(2, 4)}%2f${hex}`,
    '%',
    '%c0%ae%c0%ae%2f',
    `'%20or%201=1--.webp`,
    'a'.repeat(5000),
  ])('%s gives no bytes', async (name) => {
    for (const path of [`/api/images/${name}`, `/api/images/auth/${name}`]) {
      const { status, type, body } = await raw(path);
      expect([400, 401, 404, 414]).toContain(status);
      expect(type).toContain('application/json');
      expect(body).not.toContain('preview');
    }
  });
});

/** Sends the path as it is: clients tidy it up. */
function raw(path: string): Promise<{ status: number; type: string; body: string }> {
  const { port } = queries.server.http.address() as { port: number };
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; type: string; body: string }>();
  const { authorization } = owner;
  request({ port, host: '127.0.0.1', path, headers: { authorization } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        type: response.headers['content-type'] ?? '',
        body: Buffer.concat(chunks).toString(),
      }),
    );
  })
    .on('error', reject)
    .end();
  return promise;
}
