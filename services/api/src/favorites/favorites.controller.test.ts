import { randomUUID } from 'node:crypto';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let painter: TestMember;
let fan: TestMember;
let fox: string;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  painter = await studio.member();
  fan = await registerMember(server);
  fox = await studio.published(painter);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

const toggle = (id: string, member: TestMember, key: string = randomUUID()): Test =>
  supertest(server.http)
    .post(`/api/favorites/toggle/${id}`)
    .set(...member.bearer)
    .set('idempotency-key', key);

const added = { success: true, isFavorite: true, message: 'Added to favorites' };
const removed = { success: true, isFavorite: false, message: 'Removed from favorites' };

test('a public image is chosen, and taken back', async () => {
  const { body, headers } = await toggle(fox, fan).expect(200);
  expect(body).toEqual(added);
  expect(favoritesHttp.toggle.reply.parse(body)).toEqual(body);
  expect(headers['x-position']).toMatch(/favorites=\d+/);
  expect((await toggle(fox, fan).expect(200)).body).toEqual(removed);
  expect((await toggle(fox, fan).expect(200)).body).toEqual(added);

  expect(await studio.factsOf(`favorites-${fan.id}`)).toMatchObject(
    [true, false, true].map((isFavorite) => ({
      type: 'FavoriteToggled',
      data: { memberId: fan.id, generationId: fox, isFavorite },
      metadata: { actor: { kind: 'member', id: fan.id } },
    })),
  );
});

test('without a key every call is one of its own', async () => {
  const member = await registerMember(server);
  const bare = () =>
    supertest(server.http)
      .post(`/api/favorites/toggle/${fox}`)
      .set(...member.bearer)
      .expect(200);
  expect((await bare()).body).toEqual(added);
  expect((await bare()).body).toEqual(removed);
});

test('what one likes is nothing to another', async () => {
  const [one, other] = [await registerMember(server), await registerMember(server)];
  const key = randomUUID();
  expect((await toggle(fox, one, key).expect(200)).body).toEqual(added);
  expect((await toggle(fox, other, key).expect(200)).body).toEqual(added);
});

describe('a repeat under the same key', () => {
  test('is answered as the first was, and toggles nothing', async () => {
    const member = await registerMember(server);
    const [first, second] = [randomUUID(), randomUUID()];
    for (const _ of [1, 2]) expect((await toggle(fox, member, first).expect(200)).body).toEqual(added);
    expect((await toggle(fox, member, second).expect(200)).body).toEqual(removed);
    expect((await toggle(fox, member, first).expect(200)).body).toEqual(added);
    expect((await toggle(fox, member, second).expect(200)).body).toEqual(removed);
    expect(await studio.factsOf(`favorites-${member.id}`)).toHaveLength(2);
  });

  test('twenty at once are one toggle', async () => {
    const member = await registerMember(server);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => toggle(fox, member, key)));
    for (const { status, body } of replies) expect([status, body]).toEqual([200, added]);
    expect(await studio.factsOf(`favorites-${member.id}`)).toHaveLength(1);
  });

  test.each([true, false])('of a call cut off, its fact stored or not (%s), is that call', async (isStored) => {
    const member = await registerMember(server);
    const stream = `favorites-${member.id}`;
    const key = randomUUID();
    const mend = cutAppends(server.foundation.log, stream, 'FavoriteToggled', { isStored });
    await toggle(fox, member, key).expect(503);
    mend();
    expect((await toggle(fox, member, key).expect(200)).body).toEqual(added);
    expect(await studio.factsOf(stream)).toHaveLength(1);
  });

  test('is answered also where the image is to be seen no more', async () => {
    const id = await studio.published(painter);
    const key = randomUUID();
    expect((await toggle(id, fan, key).expect(200)).body).toEqual(added);
    await studio.call('put', `${id}/make-public`, painter).send({ isPublic: false }).expect(200);
    expect((await toggle(id, fan, key).expect(200)).body).toEqual(added);
    await toggle(id, fan).expect(404);
  });
});

describe('what is not there for the caller', () => {
  const refused = async (id: string, member = fan) => {
    const { body } = await toggle(id, member).expect(404);
    expect(body).toMatchObject({ success: false, code: 'favorites.not_found', message: 'Not found' });
  };

  test('is somebody else’s private image, and not one’s own', async () => {
    const id = await studio.finished(painter);
    await refused(id);
    expect((await toggle(id, painter).expect(200)).body).toEqual(added);
  });

  test('is what was deleted, until it is restored', async () => {
    const id = await studio.published(painter);
    await studio.call('delete', id, painter).expect(200);
    await refused(id);
    await refused(id, painter);
    await studio.post(painter, `${id}/restore`).expect(200);
    await toggle(id, fan).expect(200);
  });

  test('is what is not finished, nor anything of an unknown id', async () => {
    await refused(await studio.queued(painter), painter);
    await refused(randomUUID());
    await toggle('not-an-id', fan).expect(400);
  });

  test('is anything for a visitor', async () => {
    await supertest(server.http).post(`/api/favorites/toggle/${fox}`).expect(401);
  });
});
