import { randomUUID } from 'node:crypto';
import { peopleHttp } from '@easel/contracts/people/http';
import { memberStream } from '@easel/contracts/members/stream';
import { followsStream } from '@easel/contracts/people/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const show = async (member: TestMember, over: object = {}) => {
  await supertest(server.http)
    .put('/api/auth/public-profile')
    .set(...member.bearer)
    .send({ name: `n-${member.id.slice(0, 8)}`, shown: true, ...over })
    .expect(200);
};
const shown = async (over: object = {}): Promise<TestMember> => {
  const member = await studio.member();
  await show(member, over);
  return member;
};
const put = (by: TestMember, of: { id: string }, what: 'follow' | 'block', body: object) =>
  supertest(server.http)
    .put(`/api/people/${of.id}/${what}`)
    .set(...by.bearer)
    .send(body);
const follow = (by: TestMember, of: { id: string }, isFollowed = true) => put(by, of, 'follow', { isFollowed });
const block = (by: TestMember, of: { id: string }, isBlocked = true) => put(by, of, 'block', { isBlocked });
const remix = (by: TestMember, id: string) =>
  supertest(server.http)
    .get(`/api/remix/${id}`)
    .set(...by.bearer);
const typesIn = (member: TestMember) => studio.typesIn(followsStream.nameOf(member.id));

describe('following', () => {
  test('is a fact of whoever follows, once, until it ends', async () => {
    const [fan, ada] = [await registerMember(server), await shown()];
    const { body, headers } = await follow(fan, ada).expect(200);
    expect(peopleHttp.follow.reply.parse(body)).toEqual({ success: true, isFollowed: true });
    expect(headers['x-position']).toMatch(/follows=\d+/);
    await follow(fan, ada).expect(200);
    expect((await follow(fan, ada, false).expect(200)).body).toMatchObject({ isFollowed: false });
    await follow(fan, ada, false).expect(200);
    expect(await typesIn(fan)).toEqual(['Followed', 'Unfollowed']);
  });

  test('is of whom everybody sees: not who is hidden, erased or nobody', async () => {
    const [fan, hidden, erased] = [await registerMember(server), await shown(), await shown()];
    await follow(fan, hidden).expect(200);
    await show(hidden, { shown: false });
    await server.foundation.sealer.erase(erased.id);
    for (const one of [hidden, erased, { id: randomUUID() }, await registerMember(server)]) {
      expect((await follow(fan, one).expect(404)).body).toMatchObject({ code: 'people.not_found' });
    }
    await follow(fan, hidden, false).expect(200);
    await show(fan);
    await follow(fan, fan).expect(422);
    await put(fan, hidden, 'follow', {}).expect(400);
    await supertest(server.http).put(`/api/people/${hidden.id}/follow`).send({ isFollowed: true }).expect(401);
  });

  test.each([true, false])('whose fact was cut off, stored or not (%s), comes once', async (isStored) => {
    const [fan, ada] = [await registerMember(server), await shown()];
    const mend = cutAppends(server.foundation.log, followsStream.nameOf(fan.id), 'Followed', { isStored });
    await follow(fan, ada).expect(503);
    mend();
    await follow(fan, ada).expect(200);
    expect(await typesIn(fan)).toEqual(['Followed']);
  });
});

describe('an avatar', () => {
  const choose = (by: TestMember, avatar: object | null) =>
    supertest(server.http)
      .put('/api/avatar')
      .set(...by.bearer)
      .send({ avatar });
  const imageOf = async (by: TestMember, id: string) => {
    const { generation } = peopleHttp.remix.reply.parse((await remix(by, id).expect(200)).body);
    return { generation_id: id, variant_id: generation.variants[0]?.id };
  };
  const avatarFacts = async ({ id }: TestMember) =>
    (await studio.typesIn(memberStream.nameOf(id))).filter((type) => type.startsWith('Avatar'));

  test('is an image of a public picture of one’s own, until it is removed', async () => {
    const ada = await shown();
    const image = await imageOf(ada, await studio.published(ada));
    await choose(ada, image).expect(200);
    await choose(ada, image).expect(200);
    await choose(ada, null).expect(200);
    await choose(ada, null).expect(200);
    expect(await avatarFacts(ada)).toEqual(['AvatarChosen', 'AvatarRemoved']);
  });

  test('stands beside its maker’s name where a remix begins, while everybody sees its picture', async () => {
    const [ada, eve] = [await shown(), await shown()];
    const [original, face] = [await studio.published(ada), await studio.published(ada)];
    const image = await imageOf(ada, face);
    const makerFor = async (by: TestMember) =>
      peopleHttp.remix.reply.parse((await remix(by, original).expect(200)).body).generation.author;
    await choose(ada, image).expect(200);
    expect(await makerFor(eve)).toMatchObject({ id: ada.id, avatar_url: `/api/avatars/${image.variant_id}.webp` });
    await studio.call('put', `${face}/make-public`, ada).send({ isPublic: false }).expect(200);
    expect(await makerFor(eve)).not.toHaveProperty('avatar_url');
    await choose(ada, null).expect(200);
    expect(await avatarFacts(ada)).toEqual(['AvatarChosen', 'AvatarRemoved']);
  });

  test('is none of another’s pictures, of private ones, of none there is, nor an image of another picture', async () => {
    const [ada, eve] = [await shown(), await shown()];
    const [mine, theirs] = [await studio.published(ada), await studio.published(eve)];
    const [own, foreign] = [await imageOf(ada, mine), await imageOf(eve, theirs)];
    const hidden = await studio.finished(ada);
    for (const image of [
      foreign,
      { ...own, variant_id: foreign.variant_id },
      { generation_id: hidden, variant_id: own.variant_id },
      { generation_id: randomUUID(), variant_id: randomUUID() },
    ]) {
      expect((await choose(ada, image).expect(422)).body).toMatchObject({ code: 'people.not_your_public_picture' });
    }
    await choose(ada, { generation_id: 'x', variant_id: 'y' }).expect(400);
    await supertest(server.http).put('/api/avatar').send({ avatar: null }).expect(401);
    expect(await avatarFacts(ada)).toEqual([]);
  });
});

describe('a block', () => {
  const noted = (member: TestMember, types: string[]) =>
    vi.waitFor(async () => expect(await typesIn(member)).toEqual(types), { timeout: 20_000 });

  test('ends following both ways, and lets it begin only once it is taken back', async () => {
    const [ada, eve] = [await shown(), await shown()];
    await follow(ada, eve).expect(200);
    await follow(eve, ada).expect(200);
    await block(ada, eve).expect(200);
    expect(await typesIn(ada)).toEqual(['Followed', 'Unfollowed', 'MemberBlocked']);
    await noted(eve, ['Followed', 'Unfollowed', 'BlockedBy']);
    await follow(eve, ada).expect(404);
    await follow(ada, eve).expect(409);
    await block(ada, eve, false).expect(200);
    await noted(eve, ['Followed', 'Unfollowed', 'BlockedBy', 'UnblockedBy']);
    await follow(eve, ada).expect(200);
  });

  test('answers 404 from every route that takes the other’s picture, and keeps what was bought', async () => {
    const [ada, eve] = [await shown(), await studio.member()];
    await show(eve);
    const [id, bought] = [await studio.published(ada), await studio.published(ada)];
    const post = (path: string, body: object) =>
      supertest(server.http)
        .post(path)
        .set(...eve.bearer)
        .send(body);
    const quote = (generationId: string) =>
      post('/api/downloads/request', { generationId, resolutionTier: '1K', commercial: false });
    const purchase = (imageId: string) => post('/api/images/purchase', { imageId, size: '1K' });
    const get = (path: string) =>
      supertest(server.http)
        .get(path)
        .set(...eve.bearer);
    await purchase(bought).expect(200);
    const { token } = (await quote(id).expect(200)).body as { token: string };
    await get(`/api/generation/download/${id}/0`).expect(200);
    await get(`/api/curator/is-curator-image/${id}`).expect(200);

    await block(ada, eve).expect(200);
    await noted(eve, ['BlockedBy']);
    await post(`/api/favorites/toggle/${id}`, {}).expect(404);
    await purchase(id).expect(404);
    await quote(id).expect(404);
    await post('/api/downloads/confirm/credits', { token, format: 'png' }).expect(404);
    await get(`/api/generation/download/${id}/0`).expect(404);
    await get(`/api/curator/is-curator-image/${id}`).expect(404);
    expect((await quote(bought).expect(200)).body).toMatchObject({ quote: { bought: true, cents: 0 } });

    await block(ada, eve, false).expect(200);
    await noted(eve, ['BlockedBy', 'UnblockedBy']);
    await post(`/api/favorites/toggle/${id}`, {}).expect(200);
  });

  test('reaches a hidden maker by their picture, and nobody by a picture that is not public', async () => {
    const [ada, hidden] = [await shown(), await studio.member()];
    const [id, priv] = [await studio.published(hidden), await studio.finished(hidden)];
    const blockMakerOf = (pictureId: string, by?: TestMember) => {
      const call = supertest(server.http).put(`/api/gallery/public/${pictureId}/maker/block`);
      return by ? call.set(...by.bearer) : call;
    };
    await blockMakerOf(id).expect(401);
    for (const one of [priv, randomUUID()]) {
      expect((await blockMakerOf(one, ada).expect(404)).body).toMatchObject({ code: 'people.not_found' });
    }
    await blockMakerOf(id, hidden).expect(422);
    await blockMakerOf(id, ada).expect(200);
    await blockMakerOf(id, ada).expect(200);
    expect(await typesIn(ada)).toEqual(['MemberBlocked']);
    await remix(ada, id).expect(404);
    await block(ada, hidden, false).expect(200);
    await remix(ada, id).expect(200);
  });

  test('is of whom everybody sees, and is taken back whatever became of them', async () => {
    const [ada, eve] = [await shown(), await shown()];
    await block(ada, ada).expect(422);
    await block(ada, { id: randomUUID() }).expect(404);
    await block(ada, eve).expect(200);
    await show(eve, { shown: false });
    await block(ada, eve, false).expect(200);
  });
});

describe('a remix', () => {
  const negative_prompt = 'mice';

  test('begins with prompt and settings; with seed and negative prompt where these are shared', async () => {
    const [ada, fan] = [await shown(), await studio.member()];
    const id = await studio.published(ada, { prompt: 'a fox', negative_prompt, seed: 42, style: 'anime' });
    const of = async (by: TestMember) =>
      peopleHttp.remix.reply.parse((await remix(by, id).expect(200)).body).generation;
    const bare = await of(fan);
    expect(bare).toMatchObject({ id, original_prompt: 'a fox', metadata: { style: 'anime' } });
    expect(bare.author).toEqual({ id: ada.id, name: `n-${ada.id.slice(0, 8)}` });
    expect(bare.metadata).not.toHaveProperty('seed');
    expect(bare.metadata).not.toHaveProperty('negative_prompt');
    expect((await of(ada)).metadata).toMatchObject({ seed: 42, negative_prompt });
    await show(ada, { sharesSettings: true });
    expect((await of(fan)).metadata).toMatchObject({ seed: 42, negative_prompt });
    await show(ada, { sharesSettings: true, shown: false });
    expect((await of(fan)).author).toBeNull();
    expect((await of(fan)).metadata).not.toHaveProperty('seed');
  });

  test('never begins with how a provider rewrote the prompt', async () => {
    const [ada, fan] = [await shown({ sharesSettings: true }), await studio.member()];
    const id = await studio.published(ada, {}, { provider: 'flux', revisedPrompt: 'A red fox at dusk' });
    const of = async (by: TestMember) => JSON.stringify((await remix(by, id).expect(200)).body);
    expect(await of(ada)).toContain('A red fox at dusk');
    expect(await of(fan)).not.toContain('A red fox at dusk');
  });

  test('is recorded with the picture that it began with, in a retry, too', async () => {
    const [ada, fan] = [await shown(), await studio.member()];
    const original = await studio.published(ada);
    const id = await studio.queued(fan, { remix_of: original });
    const stream = (generationId: string) => studio.factsOf(`generation-${generationId}`);
    expect((await stream(id))[0]?.data).toMatchObject({ remixOf: original });
    await studio.post(fan, `${id}/cancel`).expect(200);
    const { body } = await studio.post(fan, `${id}/retry`).expect(202);
    expect((await stream(body.generation.id as string))[0]?.data).toMatchObject({ remixOf: original });
    const plain = await studio.queued(fan);
    expect((await stream(plain))[0]?.data).not.toHaveProperty('remixOf');
  });

  test('is none of what is private, deleted, erased or nowhere, nor of whom a block sets apart', async () => {
    const [ada, eve, fan] = [await shown(), await shown(), await studio.member()];
    const [priv, deleted, blocked] = [
      await studio.finished(ada),
      await studio.published(ada),
      await studio.published(eve),
    ];
    await studio.call('delete', deleted, ada).expect(200);
    await show(fan);
    await block(fan, eve).expect(200);
    const erased = await shown();
    const ofErased = await studio.published(erased);
    await server.foundation.sealer.erase(erased.id);
    for (const id of [priv, deleted, blocked, ofErased, randomUUID()]) {
      await remix(fan, id).expect(404);
      const { body } = await studio.submit(fan, { prompt: 'x', resolution: '1k', remix_of: id }).expect(404);
      expect(body).toMatchObject({ code: 'generation.not_remixable' });
    }
    await block(fan, eve, false).expect(200);
    await block(eve, fan).expect(200);
    await remix(fan, blocked).expect(404);
    expect((await studio.balanceOf(fan)).held).toBe(0);
    await supertest(server.http).get(`/api/remix/${priv}`).expect(401);
  });

  test('is detached by the owner of its original alone, once, and stays its maker’s', async () => {
    const [ada, fan, other] = [await shown(), await studio.member(), await studio.member()];
    const original = await studio.published(ada);
    const id = await studio.published(fan, { remix_of: original });
    const detach = (of: string, by?: TestMember) => {
      const call = supertest(server.http).delete(`/api/remix/${of}`);
      return by ? call.set(...by.bearer) : call;
    };
    await detach(id).expect(401);
    for (const by of [fan, other]) await detach(id, by).expect(404);
    for (const of of [original, randomUUID()]) await detach(of, ada).expect(404);
    await detach(id, ada).expect(200);
    await detach(id, ada).expect(200);
    const facts = await studio.factsOf(`generation-${id}`);
    expect(facts.filter(({ type }) => type === 'RemixDetached')).toMatchObject([
      { data: { generationId: id, memberId: fan.id, originalId: original }, metadata: { actor: { id: ada.id } } },
    ]);
    await remix(other, id).expect(200);
  });

  test('that is repeated is the same, also where the original is hidden meanwhile', async () => {
    const [ada, fan] = [await shown(), await studio.member()];
    const original = await studio.published(ada);
    const key = randomUUID();
    const once = () =>
      studio.submit(fan, { prompt: 'x', resolution: '1k', remix_of: original }).set('idempotency-key', key);
    const { body: first } = await once().expect(202);
    await studio.call('put', `${original}/make-public`, ada).send({ isPublic: false }).expect(200);
    expect((await once().expect(202)).body.generation.id).toBe(first.generation.id);
    await studio.submit(fan, { prompt: 'y', resolution: '1k', remix_of: original }).expect(404);
  });
});
