import { eventsHttp, type StreamStep } from '@easel/contracts/events/http';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';

let server: TestServer;
let admin: [string, string];
let member: TestMember;
beforeAll(async () => {
  server = await startApi();
  admin = await signInOperator(server);
  member = await registerMember(server);
});
afterAll(() => server.close());

const get = (stream: string, revision: number | string, bearer = admin) =>
  supertest(server.http)
    .get(`/api/admin/streams/${encodeURIComponent(stream)}/steps/${revision}`)
    .set(...bearer);
const step = async (stream: string, revision: number): Promise<StreamStep> => {
  const { body } = await get(stream, revision).expect(200);
  expect(eventsHttp.step.reply.parse(body)).toEqual(body);
  return body as StreamStep;
};

test('a step has its fact, the state after it and what differs from before', async () => {
  const stream = `account-${member.id}`;
  const first = await step(stream, 0);
  expect(first).toMatchObject({ stream, revision: 0, sealed: [] });
  expect(first.changes.length).toBeGreaterThan(0);
  const facts = await Array.fromAsync(server.foundation.log.read(stream));
  expect([first.type, first.last]).toEqual([facts[0]?.type, facts.length - 1]);
});

test('what one step leads to is what the next begins with', async () => {
  const preferences = { defaultResolution: '2K' };
  await supertest(server.http)
    .put('/api/auth/preferences')
    .set(...member.bearer)
    .send(preferences)
    .expect(200);
  const stream = `member-${member.id}`;
  const { last } = await step(stream, 0);
  const steps = await Promise.all(Array.from({ length: last + 1 }, (_, revision) => step(stream, revision)));
  expect(steps.map(({ revision }) => revision)).toEqual(steps.map((_, index) => index));
  for (const { changes, state } of steps) {
    for (const { path, after } of changes) {
      const told = path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], state?.after);
      expect(told).toEqual(after);
    }
  }
});

test('what is personal is sealed, in the fact and in the state', async () => {
  const registered = await step(`member-${member.id}`, 0);
  expect(registered.sealed.length).toBeGreaterThan(0);
  const told = JSON.stringify(registered);
  for (const secret of [member.email, 'Byron', member.token]) expect(told).not.toContain(secret);
});

test('streams that are the only ones of their kind are folded, too', async () => {
  const invited = await step('operators', 0);
  expect(invited.type).toBe('OperatorInvited');
  expect(invited.changes.length).toBeGreaterThan(0);
});

test('a step that is not there is 404, of a stream that nobody decides by as well', async () => {
  expect((await get(`member-${member.id}`, 999).expect(404)).body).toMatchObject({ code: 'events.not_found' });
  expect((await get('member-nobody', 0).expect(404)).body).toMatchObject({ code: 'events.not_found' });
  expect((await get('stranger-1', 0).expect(404)).body).toMatchObject({ code: 'events.not_folded' });
  expect((await get(`member-${member.id}`, 20_000).expect(422)).body).toMatchObject({ code: 'events.too_far' });
  await get(`member-${member.id}`, 'x').expect(400);
});

test.each<[OperatorRole, number]>([
  ['analyst', 200],
  ['auditor', 200],
  ['support', 403],
])('a step is shown to those who may read events: %s', async (role, status) => {
  const { token } = await server.foundation.sessions.open(
    { kind: 'operator', id: crypto.randomUUID(), role },
    { days: 1, userAgent: '' },
  );
  await get(`member-${member.id}`, 0, ['authorization', `Bearer ${token}`]).expect(status);
});
