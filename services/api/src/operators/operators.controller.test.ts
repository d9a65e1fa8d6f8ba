import { randomUUID } from 'node:crypto';
import { operatorsHttp, type OperatorRecord } from '@easel/contracts/operators/http';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '@easel/kernel/testing/server';
import { operatorCredentials, registerMember, signInOperator, startApi } from '../testing/api-server.ts';
import { joinOperator } from '../testing/operators.ts';
import { OperatorDirectory } from './operator-directory.ts';

let server: TestServer;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi();
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const { email, password } = operatorCredentials;
const login = (credentials: object) => supertest(server.http).post('/api/admin/login').send(credentials);

test('the first operator signs in, is known, and signs out', async () => {
  const { body } = await login({ email, password }).expect(200);
  const bearer: [string, string] = ['authorization', `Bearer ${body.token}`];
  const me = await supertest(server.http)
    .get('/api/admin/me')
    .set(...bearer)
    .expect(200);
  expect(me.body).toEqual({ success: true, admin: body.admin });
  expect(body.admin).toMatchObject({ email, role: 'admin' });
  await supertest(server.http)
    .post('/api/admin/logout')
    .set(...bearer)
    .expect(200);
  await supertest(server.http)
    .get('/api/admin/me')
    .set(...bearer)
    .expect(401);
});

test('a wrong password, an unknown address and a member’s password are all the same refusal', async () => {
  const member = await registerMember(server);
  for (const credentials of [
    { email, password: 'a wrong password' },
    { email: 'nobody@example.org', password },
    { email: member.email, password: 'correct horse' },
  ]) {
    const { body } = await login(credentials).expect(401);
    expect(body.message).toBe('Invalid email or password');
  }
});

test('a member’s token is refused, nobody is asked to sign in', async () => {
  const member = await registerMember(server);
  await supertest(server.http)
    .get('/api/admin/me')
    .set(...member.bearer)
    .expect(403);
  await supertest(server.http).get('/api/admin/me').expect(401);
});

test('an operator’s token is no member’s', async () => {
  await supertest(server.http)
    .get('/api/auth/me')
    .set(...operator)
    .expect(401);
});

test('the environment stands above the store: starting again invites nobody twice and takes a new password over', async () => {
  const directory = server.app.get(OperatorDirectory, { strict: false });
  await directory.ensureFirst(email, 'another password');
  await login({ email, password }).expect(401);
  await login({ email, password: 'another password' }).expect(200);
  await directory.ensureFirst(email, password);
  const facts = await Array.fromAsync(server.foundation.log.read('operators'));
  expect(facts.filter(({ type }) => type === 'OperatorInvited')).toHaveLength(1);
});

const reason = 'a test';
const get = (path: string, bearer = operator) =>
  supertest(server.http)
    .get(`/api/admin/operators${path}`)
    .set(...bearer);
const put = (id: string, body: object, bearer = operator) =>
  supertest(server.http)
    .put(`/api/admin/operators/${id}`)
    .set(...bearer)
    .send({ reason, ...body });
const post = (path: string, body: object, bearer = operator) =>
  supertest(server.http)
    .post(`/api/admin/operators${path}`)
    .set(...bearer)
    .send({ reason, ...body });
/** As ra-data-simple-rest asks. */
const asking = (asked: { sort?: unknown; range?: unknown; filter?: object }): string =>
  `?${Object.entries(asked)
    .map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('&')}`;
const factsOf = async (id: string) =>
  (await Array.fromAsync(server.foundation.log.read('operators'))).filter(
    ({ data }) => (data as { operatorId: string }).operatorId === id,
  );

describe('the list of operators', () => {
  test('tells every role who there is, and admins alone the addresses', async () => {
    const support = await joinOperator(server, 'support', 'Zoe Support');
    const asked = asking({ filter: { id: [support.id] } });
    const told = await get(asked).expect(200);
    expect(told.headers['content-range']).toBe('operators 0-0/1');
    expect(operatorsHttp.list.reply.parse(told.body)).toEqual(told.body);
    expect(told.body).toEqual([
      {
        id: support.id,
        name: 'Zoe Support',
        email: support.email,
        role: 'support',
        status: 'active',
        invited_at: expect.any(String),
        last_signed_in_at: expect.any(String),
        version: 2,
      },
    ]);
    const { body } = await get(asked, support.bearer).expect(200);
    expect(body).toEqual([{ ...(told.body as [OperatorRecord])[0], email: null }]);
  });

  test('is sorted, paged, filtered and searched; an address is found by admins alone', async () => {
    const [one, two] = [
      await joinOperator(server, 'auditor', 'Anna Quill'),
      await joinOperator(server, 'analyst', 'Bela Quill'),
    ];
    const list = (asked: Parameters<typeof asking>[0], bearer = operator) => get(asking(asked), bearer);
    const names = (body: unknown) => (body as OperatorRecord[]).map(({ name }) => name);
    const filter = { q: 'quill' };
    expect(names((await list({ filter }).expect(200)).body)).toEqual(['Anna Quill', 'Bela Quill']);
    const page = await list({ filter, sort: ['name', 'DESC'], range: [0, 0] }).expect(200);
    expect(names(page.body)).toEqual(['Bela Quill']);
    expect(page.headers['content-range']).toBe('operators 0-0/2');
    expect(names((await list({ filter: { ...filter, role: ['auditor', 'admin'] } })).body)).toEqual(['Anna Quill']);
    expect(names((await list({ filter: { ...filter, status: 'disabled' } })).body)).toEqual([]);
    expect(names((await list({ filter: { q: one.email } })).body)).toEqual(['Anna Quill']);
    expect(names((await list({ filter: { q: one.email } }, two.bearer)).body)).toEqual([]);
    await joinOperator(server, 'analyst', 'Rene\u0301e Ibis/Crane');
    for (const q of ['crane, renée', 'RENEE', 'ibis']) {
      expect(names((await list({ filter: { q } })).body)).toEqual(['Rene\u0301e Ibis/Crane']);
    }
  });
});

describe('an operator', () => {
  test('is told with its history, the newest first and without sign-ins', async () => {
    const { id } = await joinOperator(server, 'support', 'Cleo');
    await put(id, { version: 2, role: 'auditor' }).expect(200);
    const { body } = await get(`/${id}`).expect(200);
    expect(operatorsHttp.one.reply.parse(body)).toEqual(body);
    const by = { kind: 'operator', id: expect.any(String), role: 'admin' };
    expect(body).toMatchObject({
      id,
      role: 'auditor',
      version: 3,
      history: [
        { version: 3, type: 'OperatorRoleChanged', actor: by, detail: { role: 'auditor', before: 'support', reason } },
        { version: 2, type: 'InvitationAccepted', actor: { kind: 'operator', id }, detail: {} },
        { version: 1, type: 'OperatorInvited', actor: by, detail: { role: 'support', reason } },
      ],
    });
    await get(`/${randomUUID()}`).expect(404);
    await get("/x' or 1=1").expect(400);
  });

  test('is changed once a key, and by who has seen it as it is', async () => {
    const { id } = await joinOperator(server, 'support', 'Dora');
    const send = () => put(id, { version: 2, role: 'analyst' }).set('idempotency-key', `demote-${id}`);
    const first = await send().expect(200);
    expect(operatorsHttp.change.reply.parse(first.body)).toEqual(first.body);
    expect((await send().expect(200)).body).toEqual(first.body);
    const late = await put(id, { version: 2, role: 'admin' }).expect(409);
    const { success: _, ...present } = first.body as OperatorRecord & { success: true };
    expect(late.body).toMatchObject({ success: false, code: 'operators.changed', present });
    const both = await Promise.all([put(id, { version: 3, role: 'auditor' }), put(id, { version: 3, role: 'admin' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const facts = await factsOf(id);
    expect(facts.filter(({ type }) => type === 'OperatorRoleChanged')).toMatchObject([
      {
        data: { role: 'analyst', before: 'support', reason },
        metadata: { actor: { kind: 'operator', role: 'admin' } },
      },
      {},
    ]);
    await put(randomUUID(), { version: 1, role: 'admin' }).expect(404);
    for (const wrong of [
      { version: 3, role: 'root' },
      { version: -1 },
      { role: 'admin' },
      { version: 3, status: 'invited' },
      { version: 3, role: 'admin', reason: ' ' },
      { version: 3, role: 'admin', reason: 'x'.repeat(501) },
    ]) {
      await put(id, wrong).expect(400);
    }
  });

  test('who is the last admin stays it, also when two admins turn on each other at once', async () => {
    const { body } = await supertest(server.http)
      .get('/api/admin/me')
      .set(...operator);
    const rootId = (body as { admin: { id: string } }).admin.id;
    const admins = async (): Promise<OperatorRecord[]> => {
      const filter = { role: 'admin', status: 'active' };
      return (await get(asking({ filter }))).body as OperatorRecord[];
    };
    for (const { id, version } of await admins()) if (id !== rootId) await put(id, { version, role: 'analyst' });
    const version = (await admins())[0]?.version ?? 0;
    for (const change of [{ role: 'support' }, { status: 'disabled' }]) {
      const refused = await put(rootId, { version, ...change }).expect(409);
      expect(refused.body).toMatchObject({
        code: 'operators.last_admin',
        message: 'The last active admin can neither be demoted nor disabled',
      });
    }
    const second = await joinOperator(server, 'admin', 'Second');
    const both = await Promise.all([
      put(rootId, { version, role: 'support' }, second.bearer),
      put(second.id, { version: 2, role: 'support' }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [survivor] = await admins();
    const bearer = survivor?.id === rootId ? operator : second.bearer;
    const demoted = survivor?.id === rootId ? { id: second.id, version: 3 } : { id: rootId, version: version + 1 };
    await put(demoted.id, { version: demoted.version, role: 'admin' }, bearer).expect(200);
    expect(await admins()).toHaveLength(2);
  });
});

describe('an invitation', () => {
  test('makes one operator, is answered 201, and its repeat the same', async () => {
    const email = `${randomUUID()}@example.org`;
    const send = (name: string) =>
      post('', { email, name, role: 'support' }).set('idempotency-key', `invite-${email}-${name}`);
    const first = await send('Eva').expect(201);
    expect(operatorsHttp.invite.reply.parse(first.body)).toEqual(first.body);
    expect(first.body).toMatchObject({ success: true, email, status: 'invited', version: 1, last_signed_in_at: null });
    expect((await send('Eva').expect(201)).body).toEqual(first.body);
    const again = await post('', { email: email.toUpperCase(), name: 'Eve', role: 'admin' }).expect(409);
    expect(again.body.code).toBe('operators.email_taken');
    expect(await factsOf((first.body as OperatorRecord).id)).toHaveLength(1);
  });

  test('asks for an address, a name, a role and a reason, and keeps names in one line', async () => {
    const whole = { email: 'eva@example.org', name: 'Eva', role: 'support' };
    for (const wrong of [
      { email: 'eva' },
      { email: 'a@b.org\r\nBcc: x@y.org' },
      { name: ' ' },
      { name: 'Eva\r\nBcc: x@y.org' },
      { name: 'x'.repeat(121) },
      { role: 'root' },
      { reason: '' },
    ]) {
      await post('', { ...whole, ...wrong }).expect(400);
    }
  });

  test('of who is disabled is refused, and of nobody 404', async () => {
    const { id } = await joinOperator(server, 'support', 'Finn');
    await put(id, { version: 2, status: 'disabled' }).expect(200);
    const refused = await post(`/${id}/invitation`, {}).expect(422);
    expect(refused.body.code).toBe('operators.disabled');
    await post(`/${randomUUID()}/invitation`, {}).expect(404);
  });
});
