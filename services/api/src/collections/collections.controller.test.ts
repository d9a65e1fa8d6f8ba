import { randomUUID } from 'node:crypto';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { COLLECTED_AT_ONCE } from '@easel/contracts/collections/policy';
import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let member: TestMember;
let other: TestMember;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  member = await studio.member();
  other = await registerMember(server);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

const call = (method: 'post' | 'put' | 'delete', path: string, by: TestMember, body: object = {}) =>
  supertest(server.http)
    [method](`/api/collections${path}`)
    .set(...by.bearer)
    .send(body);

/** The id of a new one. */
async function made(name = 'Foxes', by = member): Promise<string> {
  const { body } = await call('post', '', by, { name }).expect(200);
  return collectionsHttp.make.reply.parse(body).id;
}
const collect = (id: string, generationIds: string[], by = member) =>
  call('post', `/${id}/pictures`, by, { generationIds });
const takeOut = (id: string, generationIds: string[], by = member) =>
  call('post', `/${id}/pictures/remove`, by, { generationIds });
const typesIn = (id: string) => studio.typesIn(collectedStream.nameOf(id));

describe('a collection', () => {
  test('is made, renamed and deleted, its name sealed in the log', async () => {
    const one = await registerMember(server);
    const stream = collectionsStream.nameOf(one.id);
    const { body, headers } = await call('post', '', one, { name: '  Foxes I met ' }).expect(200);
    expect(body).toEqual({ success: true, id: expect.any(String), name: 'Foxes I met' });
    expect(headers['x-position']).toMatch(/collections=\d+/);
    const { id } = collectionsHttp.make.reply.parse(body);
    await call('put', `/${id}`, one, { name: 'Foxes' }).expect(200);
    await call('put', `/${id}`, one, { name: 'Foxes' }).expect(200);
    await call('delete', `/${id}`, one).expect(200);
    await call('delete', `/${id}`, one).expect(200);
    expect(await studio.factsOf(stream)).toMatchObject([
      { type: 'CollectionMade', data: { memberId: one.id, collectionId: id, name: 'Foxes I met' } },
      { type: 'CollectionRenamed', data: { name: 'Foxes' } },
      { type: 'CollectionDeleted', data: { collectionId: id } },
    ]);
    const stored = await Array.fromAsync(server.foundation.log.readStored(stream));
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain('Foxes');

    await server.app.get(Sealer).erase(one.id);
    const [first] = await studio.factsOf(stream);
    expect(first?.data).toMatchObject({ name: ERASED });
  });

  test('is made once under one key, whatever happens to the call', async () => {
    const one = await registerMember(server);
    const stream = collectionsStream.nameOf(one.id);
    const key = randomUUID();
    const make = () => call('post', '', one, { name: 'Foxes' }).set('idempotency-key', key);
    const mend = cutAppends(server.foundation.log, stream, 'CollectionMade', { isStored: true });
    await make().expect(503);
    mend();
    const replies = await Promise.all(Array.from({ length: 5 }, () => make().expect(200)));
    expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(await studio.typesIn(stream)).toEqual(['CollectionMade']);
  });

  test.each([
    ['', 'Please enter a name'],
    ['   ', 'Please enter a name'],
    ['x'.repeat(81), 'At most 80 characters'],
  ])('has no name like %j', async (name, message) => {
    const { body } = await call('post', '', member, { name }).expect(400);
    expect(body).toMatchObject({ errors: [{ path: 'name', message }] });
  });

  test('of somebody else is not there, whatever is wanted of it', async () => {
    const id = await made();
    const fox = await studio.finished(member);
    await collect(id, [fox]).expect(200);
    for (const asked of [
      call('put', `/${id}`, other, { name: 'Mine' }),
      call('delete', `/${id}`, other),
      collect(id, [fox], other),
      takeOut(id, [fox], other),
    ]) {
      const { body } = await asked.expect(404);
      expect(body).toMatchObject({ code: 'collections.not_found', message: 'This collection is not there' });
    }
    expect(await typesIn(id)).toEqual(['PicturesCollected']);
    await supertest(server.http).post('/api/collections').send({ name: 'Foxes' }).expect(401);
  });
});

describe('pictures', () => {
  test('are added many at once, each once, and taken out', async () => {
    const id = await made();
    const [fox, owl] = [await studio.finished(member), await studio.published(member)];
    const { body } = await collect(id, [fox, owl, fox]).expect(200);
    expect(collectionsHttp.collect.reply.parse(body)).toEqual({ success: true, added: 2 });
    expect((await collect(id, [owl]).expect(200)).body).toEqual({ success: true, added: 0 });
    await takeOut(id, [owl, randomUUID()]).expect(200);
    await takeOut(id, [owl]).expect(200);
    expect(await studio.factsOf(collectedStream.nameOf(id))).toMatchObject([
      { type: 'PicturesCollected', data: { memberId: member.id, collectionId: id, generationIds: [fox, owl] } },
      { type: 'PicturesTakenOut', data: { generationIds: [owl], reason: 'choice' } },
    ]);
  });

  test('are one’s own and finished: all of them, or none is added', async () => {
    const id = await made();
    const fox = await studio.finished(member);
    const [theirs, unfinished, trashed] = [
      await studio.published(await studio.member()),
      await studio.queued(member),
      await studio.finished(member),
    ];
    await studio.call('delete', trashed, member).expect(200);
    for (const wrong of [theirs, unfinished, trashed, randomUUID()]) {
      const { body } = await collect(id, [fox, wrong]).expect(404);
      expect(body).toMatchObject({ code: 'collections.picture_not_found' });
    }
    expect(await typesIn(id)).toEqual([]);
  });

  test('that went to the trash since are no reason to refuse others, and can be taken out', async () => {
    const id = await made();
    const [fox, owl] = [await studio.finished(member), await studio.finished(member)];
    await collect(id, [fox]).expect(200);
    await studio.call('delete', fox, member).expect(200);
    expect((await collect(id, [fox, owl]).expect(200)).body).toMatchObject({ added: 1 });
    await takeOut(id, [fox]).expect(200);
  });

  test.each([
    ['none', [], 'Please choose at least one picture'],
    ['too many', Array.from({ length: COLLECTED_AT_ONCE + 1 }, () => randomUUID()), 'At most 200 pictures at a time'],
  ])('%s at a time is 400', async (_what, generationIds, message) => {
    const { body } = await collect(await made(), generationIds).expect(400);
    expect(body).toMatchObject({ errors: [{ path: 'generationIds', message }] });
  });

  test('are added to nothing that was deleted', async () => {
    const id = await made();
    await call('delete', `/${id}`, member).expect(200);
    await collect(id, [await studio.finished(member)]).expect(404);
  });
});
