import { randomUUID } from 'node:crypto';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { subscribeAs } from '../testing/accounts.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const ask = (id: string) => supertest(server.http).get(`/api/curator/is-curator-image/${id}`);
const setPrices = (prices: object, member?: TestMember) => {
  const request = supertest(server.http).put('/api/curator/prices').send({ prices });
  return member ? request.set(...member.bearer) : request;
};
const appoint = (id: string, curator: boolean, reason = 'a fine eye') =>
  supertest(server.http)
    .post(`/api/admin/members/${id}/curator`)
    .set(...operator)
    .send({ curator, reason });

const ordinary = { '1K': 0.75, '2K': 1.5, '4K': 3, '8K': 6 };
const byDefault = { '1K': 0.99, '2K': 0.99, '4K': 0.99, '8K': 0.99 };

describe('a curator', () => {
  test('is appointed by an operator, sets prices in dollars, and is dismissed', async () => {
    const member = await studio.member();
    const id = await studio.published(member);
    expect((await ask(id).expect(200)).body).toEqual({ success: true, isCuratorImage: false, prices: ordinary });

    expect((await appoint(member.id, true).expect(200)).body).toEqual({ success: true });
    expect((await ask(id).expect(200)).body).toEqual({ success: true, isCuratorImage: true, prices: byDefault });
    const own = { ...byDefault, '2K': 1.1, '4K': 4.29 };
    const { body } = await setPrices({ '2K': 1.1, '4K': 4.29 }, member).expect(200);
    expect(body).toEqual({ success: true, prices: own });
    expect((await ask(id).expect(200)).body).toEqual({ success: true, isCuratorImage: true, prices: own });

    await appoint(member.id, false, 'asked for it').expect(200);
    expect((await ask(id).expect(200)).body).toMatchObject({ isCuratorImage: false, prices: ordinary });
    await setPrices({ '1K': 1 }, member).expect(403);

    const facts = await studio.factsOf(`curator-${member.id}`);
    expect(facts).toMatchObject([
      { type: 'CuratorAppointed', data: { reason: 'a fine eye' }, metadata: { actor: { kind: 'operator' } } },
      { type: 'CuratorPricesSet', data: { cents: { '2K': 110, '4K': 429 } }, metadata: { actor: { kind: 'member' } } },
      { type: 'CuratorEnded', data: { reason: 'asked for it' } },
    ]);
  });

  test('is every member with the Curator Partner plan', async () => {
    const member = await studio.member();
    const id = await studio.published(member);
    await setPrices({ '1K': 2 }, member).expect(403);
    await subscribeAs(server, member.id, 'curator_partner');
    await setPrices({ '1K': 2 }, member).expect(200);
    expect((await ask(id).expect(200)).body).toMatchObject({ isCuratorImage: true, prices: { ...byDefault, '1K': 2 } });
  });
});

test('is shown for public images only', async () => {
  const member = await studio.member();
  await appoint(member.id, true).expect(200);
  const hidden = await studio.finished(member);
  const gone = await studio.published(member);
  await studio.call('delete', gone, member).expect(200);
  for (const id of [hidden, gone, randomUUID()]) {
    const { body } = await ask(id).expect(404);
    expect(body).toMatchObject({ success: false, code: 'curators.not_found' });
  }
  await ask('not-an-id').expect(400);
});

const PRICE_NEEDED = 'Please enter dollars from 0.01 to 1,000';
test.each([
  [{ '1K': 0 }, PRICE_NEEDED],
  [{ '1K': -1 }, PRICE_NEEDED],
  [{ '1K': 1.005 }, 'At most two decimals'],
  [{ '1K': 1001 }, PRICE_NEEDED],
  [{ '3K': 1 }, 'Please enter your prices'],
  [{ '1K': '1' }, PRICE_NEEDED],
])('refuses %o as a price list, with a sentence', async (prices, message) => {
  const member = await studio.member();
  await appoint(member.id, true).expect(200);
  const { body } = await setPrices(prices, member).expect(400);
  expect(body).toMatchObject({ message });
});

test('allows only admins to appoint, existing members, with a reason', async () => {
  const member = await studio.member();
  const path = `/api/admin/members/${member.id}/curator`;
  await supertest(server.http).post(path).send({ curator: true, reason: 'x' }).expect(401);
  await supertest(server.http)
    .post(path)
    .set(...member.bearer)
    .send({ curator: true, reason: 'x' })
    .expect(403);
  await appoint(randomUUID(), true).expect(404);
  await appoint(member.id, true, ' ').expect(400);
  await setPrices({ '1K': 1 }).expect(401);
  expect(await studio.factsOf(`curator-${member.id}`)).toEqual([]);
});
