import { createHash, randomUUID } from 'node:crypto';
import { sharesHttp } from '@easel/contracts/shares/http';
import { sharesStream } from '@easel/contracts/shares/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { Studio } from '../testing/studio.ts';

const SITE = 'https://easel.example';
let server: TestServer;
let studio: Studio;
let member: TestMember;
beforeAll(async () => {
  server = await startApi({ mail: { PUBLIC_URL: SITE } });
  studio = new Studio(server);
});
beforeEach(async () => {
  member = await studio.member();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => server.close());

const call = (method: 'get' | 'post' | 'delete', path: string, by = member, body: object = {}) => {
  const request = supertest(server.http)
    [method](path)
    .set(...by.bearer);
  return method === 'get' ? request : request.send(body);
};
async function collection(name = 'Foxes', by = member): Promise<string> {
  const { body } = await call('post', '/api/collections', by, { name }).expect(200);
  return (body as { id: string }).id;
}
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const share = (id: string, over: object = {}, by = member) =>
  call('post', '/api/shares', by, { kind: 'collection', id, expiresAt: inDays(7), ...over });
async function shared(id: string, over: object = {}) {
  const { body } = await share(id, over).expect(200);
  return sharesHttp.make.reply.parse(body).share;
}
async function list(by = member) {
  const { body } = await call('get', '/api/shares', by).expect(200);
  expect(sharesHttp.list.reply.parse(body)).toEqual(body);
  return sharesHttp.list.reply.parse(body).shares;
}
const factsOf = (by: TestMember) => studio.factsOf(sharesStream.nameOf(by.id));

describe('a link', () => {
  test('is made to a collection, and the log has a digest of its token alone', async () => {
    const id = await collection();
    const made = await shared(id);
    expect(made).toMatchObject({ kind: 'collection', shown_id: id, title: 'Foxes', state: 'works' });
    const [, token = ''] = new RegExp(`^${SITE}/shared/([\\w-]{43})$`).exec(made.url) ?? [];
    expect(token).not.toBe('');
    const [fact] = await factsOf(member);
    expect(fact).toMatchObject({
      type: 'ShareLinkMade',
      data: {
        memberId: member.id,
        shareId: made.id,
        shown: { kind: 'collection', collectionId: id },
        tokenDigest: createHash('sha256').update(token).digest('hex'),
        expiresAt: made.expires_at,
      },
    });
    expect(JSON.stringify(fact, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain(token);
  });

  test('is made to a finished picture of one’s own', async () => {
    const id = await studio.finished(member, { prompt: 'A fox asleep' });
    expect(await shared(id, { kind: 'picture' })).toMatchObject({
      kind: 'picture',
      shown_id: id,
      title: 'A fox asleep',
    });
  });

  test('has a token of its own, and a repeat under one key is answered with the same', async () => {
    const id = await collection();
    const key = randomUUID();
    const body = { expiresAt: inDays(1) };
    const mend = cutAppends(server.foundation.log, sharesStream.nameOf(member.id), 'ShareLinkMade', { isStored: true });
    await share(id, body).set('idempotency-key', key).expect(503);
    mend();
    const replies = [1, 2].map(() => share(id, body).set('idempotency-key', key).expect(200));
    const urls = (await Promise.all(replies)).map((reply) => sharesHttp.make.reply.parse(reply.body).share.url);
    expect(urls[0]).toBe(urls[1]);
    expect((await shared(id)).url).not.toBe(urls[0]);
    expect(await factsOf(member)).toHaveLength(2);
  });

  test('is made to nothing of somebody else’s, nothing unfinished and nothing that is nowhere', async () => {
    const other = await studio.member();
    for (const [id, kind] of [
      [await collection('Theirs', other), 'collection'],
      [await studio.published(other), 'picture'],
      [await studio.queued(member), 'picture'],
      [randomUUID(), 'collection'],
      [randomUUID(), 'picture'],
    ] as const) {
      const { body } = await share(id, { kind }).expect(404);
      expect(body).toMatchObject({ code: 'shares.nothing_to_share' });
    }
    expect(await factsOf(member)).toEqual([]);
  });

  test.each([
    ['yesterday', -1, 422, 'shares.past'],
    ['in two years', 730, 422, 'shares.too_long'],
  ])('does not end %s', async (_when, days, status, code) => {
    const { body } = await share(await collection(), { expiresAt: inDays(days) }).expect(status);
    expect(body).toMatchObject({ code });
  });

  test.each([['tomorrow'], [''], [7], [undefined]])('does not end at %j', async (expiresAt) => {
    const { body } = await share(await collection(), { expiresAt }).expect(400);
    expect(body).toMatchObject({ message: 'Please say until when the link works' });
  });
});

describe('one’s own links', () => {
  test('are listed, the last made first, each with its state by the clock', async () => {
    const id = await collection();
    const [day, week, revoked] = [
      await shared(id, { expiresAt: inDays(1) }),
      await shared(id),
      await shared(await studio.finished(member), { kind: 'picture' }),
    ];
    await call('post', `/api/shares/${revoked.id}/revoke`).expect(200);
    expect(await list()).toEqual([{ ...revoked, state: 'revoked' }, week, day]);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(day.expires_at) });
    expect((await list()).map(({ state }) => state)).toEqual(['revoked', 'works', 'expired']);
    vi.setSystemTime(new Date(week.expires_at));
    expect((await list()).map(({ state }) => state)).toEqual(['revoked', 'expired', 'expired']);
  });

  test('are nobody else’s to see or to revoke', async () => {
    const made = await shared(await collection());
    const other = await registerMember(server);
    expect(await list(other)).toEqual([]);
    const { body } = await call('post', `/api/shares/${made.id}/revoke`, other).expect(404);
    expect(body).toMatchObject({ code: 'shares.unknown' });
    expect((await list())[0]?.state).toBe('works');
    await supertest(server.http).get('/api/shares').expect(401);
  });

  test('are revoked once', async () => {
    const made = await shared(await collection());
    for (const _ of [1, 2]) await call('post', `/api/shares/${made.id}/revoke`).expect(200);
    expect((await factsOf(member)).map(({ type }) => type)).toEqual(['ShareLinkMade', 'ShareLinkRevoked']);
  });

  test('end with the collection that they show, by a process', async () => {
    const [foxes, owls] = [await collection(), await collection('Owls')];
    const [gone, kept] = [await shared(foxes), await shared(owls)];
    await call('delete', `/api/collections/${foxes}`).expect(200);
    await vi.waitFor(async () => {
      const facts = await factsOf(member);
      expect(facts.at(-1)).toMatchObject({
        type: 'ShareLinkRevoked',
        data: { shareId: gone.id, reason: 'gone' },
        metadata: { actor: { kind: 'system', id: 'shares.end-shares' } },
      });
    });
    expect(await list()).toMatchObject([
      { id: kept.id, title: 'Owls', state: 'works' },
      { id: gone.id, title: '', state: 'revoked' },
    ]);
  });
});
