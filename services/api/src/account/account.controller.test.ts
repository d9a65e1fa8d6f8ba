import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '@easel/kernel/testing/server';
import { registerMember, signInOperator, startApi } from '../testing/api-server.ts';

let server: TestServer;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi();
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const grant = (id: string, body: object) => supertest(server.http).post(`/api/admin/members/${id}/credits`).send(body);

describe('POST /api/admin/members/:id/credits', () => {
  test('grants permanent credits, once a key', async () => {
    const member = await registerMember(server);
    const key = randomUUID();
    const body = { amount: 12.5, reason: 'a prize' };
    const first = await grant(member.id, body)
      .set(...operator)
      .set('idempotency-key', key)
      .expect(200);
    expect(first.body).toEqual({ success: true, credits: 62.5 });
    const again = await grant(member.id, body)
      .set(...operator)
      .set('idempotency-key', key)
      .expect(200);
    expect(again.body).toEqual({ success: true, credits: 62.5 });
    const balance = await supertest(server.http)
      .get('/api/wallet/balance')
      .set(...member.bearer)
      .expect(200);
    expect(balance.body).toEqual({ success: true, balance: 0, credits: 62.5, held: 0 });
  });

  test('says who granted and why', async () => {
    const member = await registerMember(server);
    await grant(member.id, { amount: 1, reason: 'an apology' })
      .set(...operator)
      .expect(200);
    const facts = await Array.fromAsync(server.foundation.log.read(`account-${member.id}`));
    expect(facts.at(-1)).toMatchObject({
      type: 'CreditsGranted',
      data: { tenths: 10, reason: 'adjustment', note: 'an apology' },
      metadata: { actor: { kind: 'operator', role: 'admin' } },
    });
  });

  test('is for operators: 401 for nobody, 403 for a member', async () => {
    const member = await registerMember(server);
    await grant(member.id, { amount: 1, reason: 'x' }).expect(401);
    await grant(member.id, { amount: 1000, reason: 'x' })
      .set(...member.bearer)
      .expect(403);
  });

  test('of an unknown member is 404, and no account is begun', async () => {
    const id = randomUUID();
    await grant(id, { amount: 1, reason: 'x' })
      .set(...operator)
      .expect(404);
    expect(await Array.fromAsync(server.foundation.log.read(`account-${id}`))).toEqual([]);
  });

  test.each([
    { amount: -1, reason: 'x' },
    { amount: 0, reason: 'x' },
    { amount: 0.05, reason: 'x' },
    { amount: 1.23, reason: 'x' },
    { amount: '5', reason: 'x' },
    { amount: 1e300, reason: 'x' },
    { amount: 5, reason: ' ' },
    { amount: 5 },
    {},
  ])('%o is refused', async (body) => {
    const member = await registerMember(server);
    await grant(member.id, body)
      .set(...operator)
      .expect(400);
    const facts = await Array.fromAsync(server.foundation.log.read(`account-${member.id}`));
    expect(facts.map(({ type }) => type)).toEqual(['CreditsGranted']);
  });
});

test('a balance is its owner’s: 401 for nobody and for an operator', async () => {
  await supertest(server.http).get('/api/wallet/balance').expect(401);
  await supertest(server.http)
    .get('/api/wallet/balance')
    .set(...operator)
    .expect(401);
});
