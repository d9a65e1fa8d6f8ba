import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '@easel/kernel/testing/server';
import { registerMember, registrationOf, startApi } from '../testing/api-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

const post = (path: string) => supertest(server.http).post(path);
const unique = (): string => `m${randomUUID().slice(0, 8)}`;

describe('POST /api/auth/register', () => {
  test('answers a token and the user, records one fact, keeps names out of the log', async () => {
    const name = unique();
    const { body, headers } = await post('/api/auth/register').send(registrationOf(name)).expect(200);
    expect(body).toMatchObject({
      success: true,
      user: {
        firstName: 'Ada',
        username: name,
        email: `${name}@example.org`,
        subscription: { tier: 'free', status: 'active' },
        limits: { monthly: 50 },
      },
    });
    expect(headers['x-position']).toMatch(/^member=\d+$/);
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^easel_images=.*HttpOnly; SameSite=Strict/));
    const stored = await Array.fromAsync(server.foundation.log.readStored(`member-${body.user.id}`));
    expect(stored.map(({ type }) => type)).toEqual(['MemberRegistered']);
    expect(JSON.stringify(stored[0]?.data)).not.toMatch(/"ada|byron|example/i);
  });

  test.each<[string, unknown, unknown]>([
    ['is in the fact', { landing: '/image/:id', referrerHost: 'example.org' }, undefined],
    ['that no page is at is left out, and nobody is turned away for it', { landing: '/x', referrerHost: null }, null],
    ['that is none likewise', 'https://example.org/?q=mine', null],
  ])('a landing %s', async (_what, landing, instead) => {
    const { body } = await post('/api/auth/register')
      .send({ ...registrationOf(unique()), landing })
      .expect(200);
    const [stored] = await Array.fromAsync(server.foundation.log.readStored(`member-${body.user.id}`));
    const told = stored?.data as { landing?: unknown } | undefined;
    expect(told?.landing ?? null).toEqual(instead === undefined ? landing : instead);
  });

  test('the same key again is the same member; with another body it is refused', async () => {
    const body = registrationOf(unique());
    const key = randomUUID();
    const first = await post('/api/auth/register').set('idempotency-key', key).send(body).expect(200);
    const again = await post('/api/auth/register').set('idempotency-key', key).send(body).expect(200);
    expect(again.body.user).toEqual(first.body.user);
    await post('/api/auth/register')
      .set('idempotency-key', key)
      .send({ ...body, firstName: 'Eve' })
      .expect(422);
    expect(await Array.fromAsync(server.foundation.log.readStored(`member-${first.body.user.id}`))).toHaveLength(1);
  });

  test('an address or user name is taken whatever its case', async () => {
    const taken = registrationOf(unique());
    await post('/api/auth/register').send(taken).expect(200);
    const byEmail = await post('/api/auth/register')
      .send({ ...registrationOf(unique()), email: taken.email.toUpperCase() })
      .expect(409);
    expect(byEmail.body).toMatchObject({ success: false, code: 'members.email_taken', errors: [{ path: 'email' }] });
    const byName = await post('/api/auth/register')
      .send({ ...registrationOf(unique()), username: taken.username.toUpperCase() })
      .expect(409);
    expect(byName.body.code).toBe('members.username_taken');
    const [accented, decomposed] = ['Zoé', 'zoe\u0301'].map((name) => `${name}.${taken.username}`);
    const named = (username = '') => post('/api/auth/register').send({ ...registrationOf(unique()), username });
    const { body } = await named(decomposed).expect(200);
    expect(body.user.username).toBe(`zoé.${taken.username}`);
    expect((await named(accented).expect(409)).body.code).toBe('members.username_taken');
  });

  test('a hundred at once for one address: one member', async () => {
    const body = registrationOf(unique());
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('/api/auth/register').send(body)));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });

  test.each([
    [{ confirmPassword: 'another one' }, 'confirmPassword', 'Passwords do not match'],
    [{ password: 'short', confirmPassword: 'short' }, 'password', 'Password must be at least 8 characters long'],
    [{ email: 'nowhere' }, 'email', 'Please enter a valid email address'],
    [{ firstName: ' ' }, 'firstName', 'Please enter your first name'],
    [{ lastName: undefined }, 'lastName', 'Please enter your last name'],
    [{ username: 7 }, 'username', expect.any(String)],
  ])('%o is refused at its field', async (wrong, path, message) => {
    const { body } = await post('/api/auth/register')
      .send({ ...registrationOf(unique()), ...wrong })
      .expect(400);
    expect(body).toMatchObject({ success: false, code: 'request.invalid', requestId: expect.any(String) });
    expect(body.errors).toContainEqual({ path, message });
  });

  test('a role, a balance or an id in the body changes nothing', async () => {
    const { body } = await post('/api/auth/register')
      .send({
        ...registrationOf(unique()),
        id: randomUUID(),
        role: 'admin',
        credits: 9999,
        subscription: { tier: 'enterprise' },
      })
      .expect(200);
    expect(body.user.subscription.tier).toBe('free');
    const balance = await supertest(server.http)
      .get('/api/wallet/balance')
      .set('authorization', `Bearer ${body.token}`);
    expect(balance.body).toMatchObject({ credits: 50, held: 0 });
  });
});

describe('signing in and out', () => {
  test('the right password opens a session, me answers it, logging out ends it', async () => {
    const { email } = await registerMember(server);
    const { body } = await post('/api/auth/login')
      .send({ email: ` ${email.toUpperCase()} `, password: 'correct horse' })
      .expect(200);
    const bearer: [string, string] = ['authorization', `Bearer ${body.token}`];
    const me = await supertest(server.http)
      .get('/api/auth/me')
      .set(...bearer)
      .expect(200);
    expect(me.body.user).toEqual(body.user);
    expect(me.headers['cache-control']).toBe('no-store');
    await post('/api/auth/logout')
      .set(...bearer)
      .expect('clear-site-data', '"cache"')
      .expect(200);
    const after = await supertest(server.http)
      .get('/api/auth/me')
      .set(...bearer)
      .expect(401);
    expect(after.body.message).toBe('Authentication expired');
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await registerMember(server);
    const wrong = await post('/api/auth/login').send({ email, password: 'wrong horse' }).expect(401);
    const unknown = await post('/api/auth/login')
      .send({ email: 'nobody@example.org', password: 'wrong horse' })
      .expect(401);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  test.each(['', 'Bearer', 'Bearer x', `Bearer ${'A'.repeat(43)}`, 'Basic YTpi'])(
    '%j is no session',
    async (header) => {
      await supertest(server.http).get('/api/auth/me').set('authorization', header).expect(401);
    },
  );

  test('a token altered by one character is no session', async () => {
    const { token } = await registerMember(server);
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    await supertest(server.http).get('/api/auth/me').set('authorization', `Bearer ${altered}`).expect(401);
  });

  test('an expired token is no session', async () => {
    const { id, bearer } = await registerMember(server);
    await server.foundation.pool.query(
      "UPDATE vault.sessions SET expires_at = now() - interval '1 second' WHERE subject_id = $1",
      [id],
    );
    await supertest(server.http)
      .get('/api/auth/me')
      .set(...bearer)
      .expect(401);
  });

  test('the image cookie is no bearer token', async () => {
    const { headers } = await post('/api/auth/register').send(registrationOf(unique())).expect(200);
    const cookies = headers['set-cookie'] as unknown as string[];
    const cookie =
      /^easel_images=([^;]+)/.exec(cookies.find((line) => line.startsWith('easel_images')) ?? '')?.[1] ?? '';
    expect(cookie).toMatch(/^[\w-]{43}$/);
    await supertest(server.http).get('/api/auth/me').set('authorization', `Bearer ${cookie}`).expect(401);
    await supertest(server.http).get('/api/auth/me').set('cookie', `easel_images=${cookie}`).expect(401);
  });
});

test('sets Secure cookies and HSTS behind https', async () => {
  const behind = await startApi({ mail: { PUBLIC_URL: 'https://easel.example' } });
  try {
    const { email } = await registerMember(behind);
    const { headers } = await supertest(behind.http)
      .post('/api/auth/login')
      .send({ email, password: 'correct horse' })
      .expect(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const cookies = headers['set-cookie'] as unknown as string[];
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/);
  } finally {
    await behind.close();
  }
  const { headers } = await supertest(server.http).get('/api/auth/me').expect(401);
  expect(headers['strict-transport-security']).toBeUndefined();
});
