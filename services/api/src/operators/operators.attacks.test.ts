import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { routes } from '@easel/contracts/routes';
import { AuthGuard, IMAGE_COOKIE } from '@easel/kernel/http/auth.guard';
import type { TestServer } from '@easel/kernel/testing/server';
import { pino } from 'pino';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, registrationOf, signInOperator, startApi } from '../testing/api-server.ts';
import { mailboxKey, mailsTo } from '../testing/mailbox.ts';
import { accept, invitationToken, joinOperator } from '../testing/operators.ts';

let server: TestServer;
let admin: [string, string];
beforeAll(async () => {
  server = await startApi();
  admin = await signInOperator(server);
});
afterAll(() => server.close());

const mine = /^\/api\/admin\/(operators|me|logout|settings|prices)(\/|$)/;
const shut = routes.filter(({ path, access }) => typeof access !== 'string' && mine.test(path));
const call = ({ method, path }: { method: string; path: string }, headers: Record<string, string>, body: object = {}) =>
  supertest(server.http)
    [method.toLowerCase() as 'get' | 'post' | 'put'](path.replaceAll(/:\w+/g, randomUUID()))
    .set(headers)
    .send(method === 'GET' ? undefined : body);
const send = (method: 'post' | 'put', path: string, body: object, bearer = admin) =>
  supertest(server.http)
    [method](path)
    .set(...bearer)
    .send(body);

describe('a token of another kind', () => {
  test('a member’s is 403 on every one of these routes, and logged with who it was', async () => {
    const member = await registerMember(server);
    const lines: string[] = [];
    const logger = pino(
      { level: 'warn' },
      new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }),
    );
    const guard = server.app.get<{ logger: object }>(AuthGuard);
    const quiet = guard.logger;
    guard.logger = logger;
    try {
      expect(shut.length).toBeGreaterThan(8);
      for (const route of shut) {
        const { body } = await call(route, { authorization: `Bearer ${member.token}` }).expect(403);
        expect(body.code).toBe('request.forbidden');
        expect(lines.at(-1)).toContain(member.id);
        expect(lines.at(-1)).toContain(route.path);
      }
    } finally {
      guard.logger = quiet;
    }
    expect(lines.join('')).not.toContain(member.token);
  });

  test('an image cookie, none, a forged, an altered and an expired one are 401', async () => {
    const { headers } = await supertest(server.http)
      .post('/api/auth/register')
      .send(registrationOf(`m${randomUUID().slice(0, 8)}`))
      .expect(200);
    const cookie = (headers['set-cookie'] as unknown as string[]).find((one) => one.startsWith(IMAGE_COOKIE));
    const imageToken = cookie?.split(/[=;]/)[1] ?? '';
    const ada = await joinOperator(server, 'admin');
    const gone = await joinOperator(server, 'admin');
    await server.foundation.pool.query(
      "UPDATE vault.sessions SET expires_at = now() - interval '1 second' WHERE subject_id = $1",
      [gone.id],
    );
    const altered = `${ada.token.slice(0, -1)}${ada.token.endsWith('A') ? 'B' : 'A'}`;
    const wrong: Record<string, string>[] = [
      {},
      { cookie: `${IMAGE_COOKIE}=${imageToken}` },
      { cookie: `${IMAGE_COOKIE}=${ada.token}; adminToken=${ada.token}` },
      { authorization: `Bearer ${imageToken}` },
      { authorization: `Bearer ${altered}` },
      { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
      { authorization: `Bearer ${gone.token}` },
      { authorization: `Basic ${ada.token}` },
    ];
    for (const route of shut) for (const headers_ of wrong) await call(route, headers_).expect(401);
  });

  test('a demoted operator’s old one is 403 at once', async () => {
    const ada = await joinOperator(server, 'admin');
    const body = { version: 2, role: 'analyst', reason: 'a test' };
    await send('put', `/api/admin/operators/${ada.id}`, body).expect(200);
    for (const route of shut.filter(({ access }) => typeof access !== 'string' && access.operators.length === 1)) {
      await call(route, { authorization: `Bearer ${ada.token}` }).expect(403);
    }
  });
});

test('who is invited says nothing of role, status or id, and neither does who signs in or accepts', async () => {
  const email = `${randomUUID()}@example.org`;
  const id = randomUUID();
  const claims = { id, operatorId: id, status: 'active', accepted: true, version: 99, token: 'x', is_admin: true };
  const invited = await send('post', '/api/admin/operators', {
    email,
    name: 'Ada',
    role: 'auditor',
    reason: 'x',
    ...claims,
  }).expect(201);
  expect(invited.body).toMatchObject({ role: 'auditor', status: 'invited', version: 1 });
  expect(invited.body.id).not.toBe(id);
  const token = await invitationToken(server, invited.body.id as string, email);
  const accepted = await supertest(server.http)
    .post('/api/admin/invitations/accept')
    .send({ ...claims, role: 'admin', token, password: 'long enough' })
    .expect(200);
  expect(accepted.body.admin).toMatchObject({ id: invited.body.id, role: 'auditor' });
  const login = await supertest(server.http)
    .post('/api/admin/login')
    .send({ ...claims, role: 'admin', email, password: 'long enough' })
    .expect(200);
  expect(login.body.admin.role).toBe('auditor');
});

test('a script in a name stays letters in the reply, the mail and the list', async () => {
  const name = '<script>alert(1)</script><svg onload=alert(2)>=1+1';
  const ada = await joinOperator(server, 'support', name);
  const { body, headers } = await supertest(server.http)
    .get('/api/admin/me')
    .set(...ada.bearer)
    .expect(200);
  expect(body.admin.name).toBe(name);
  expect(headers['content-type']).toContain('application/json');
  const [mail] = await mailsTo(server, ada.email);
  expect(mail?.html).not.toMatch(/<script|<svg/);
  const page = await supertest(server.http)
    .get(`/dev/mail/${mail?.id ?? ''}`)
    .set(...mailboxKey)
    .expect(200);
  expect(page.text).not.toMatch(/<script>alert|<svg onload/);
});

describe('a question that is none', () => {
  const HOSTILE = [
    `sort=["name; DROP TABLE vault.sessions","ASC"]`,
    `sort=["email","ASC"]`,
    `sort=["name","ASC; --"]`,
    `sort=["__proto__","ASC"]`,
    'sort=name',
    'range=[0]',
    'range=[5,1]',
    'range=[0,100000]',
    `range=["0' or 1=1",3]`,
    `filter={"id":"' or 1=1"}`,
    `filter={"role":"root"}`,
    `filter={"__proto__":{"role":"admin"}}`,
    `filter={"password_hash":"x"}`,
    `filter={"$where":"1"}`,
    'filter=[]',
    'filter={',
  ];
  test.each(HOSTILE)('is 400: %s', async (question) => {
    const [key = '', value = ''] = question.split(/=(.*)/s);
    const { body } = await supertest(server.http)
      .get('/api/admin/operators')
      .query({ [key]: value })
      .set(...admin)
      .expect(400);
    expect(JSON.stringify(body)).not.toMatch(/select|syntax|postgres|\.ts/i);
  });

  test('in words is words', async () => {
    const filter = JSON.stringify({ q: `%' UNION SELECT -- \\ (.*)+$` });
    const { body } = await supertest(server.http)
      .get('/api/admin/operators')
      .query({ filter })
      .set(...admin)
      .expect(200);
    expect(body).toEqual([]);
  });

  test('in a path is 400, and no operator of the prototype’s exists', async () => {
    for (const id of ["x' or 1=1", 'constructor', '__proto__', '..%2f..', '%00']) {
      const { status } = await supertest(server.http)
        .get(`/api/admin/operators/${id}`)
        .set(...admin);
      expect([400, 404]).toContain(status);
    }
  });
});

test('links and passwords are tried so often and no more', async () => {
  const strict = await startApi({ rateLimitScale: 1 });
  try {
    const statuses = async (work: () => Promise<{ status: number }>, times: number): Promise<number[]> => {
      const all: number[] = [];
      for (let n = 0; n < times; n++) all.push((await work()).status);
      return all;
    };
    const guess = () => randomBytes(32).toString('hex');
    const tried = await statuses(() => accept(strict, guess()), 11);
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 410), 429]);
    const looked = await statuses(
      () => supertest(strict.http).post('/api/admin/invitations/look').send({ token: guess() }),
      31,
    );
    expect(looked.filter((status) => status === 410)).toHaveLength(30);
    const body = { email: 'root@example.org', password: 'guess' };
    const spoofed = () =>
      supertest(strict.http)
        .post('/api/admin/login')
        .set('x-forwarded-for', `10.0.0.${Math.floor(Math.random() * 255)}`)
        .send(body);
    const logins = await statuses(spoofed, 11);
    expect(logins).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  } finally {
    await strict.close();
  }
});
