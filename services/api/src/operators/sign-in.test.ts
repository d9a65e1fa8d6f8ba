import { randomUUID } from 'node:crypto';
import { OPERATOR_SIGN_IN_ATTEMPTS } from '@easel/contracts/operators/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '../testing/api-server.ts';
import { mailsTo, tokenIn } from '../testing/mailbox.ts';
import { accept, deviceCookie, invitationToken, joinOperator, type TestOperator } from '../testing/operators.ts';

const { attempts } = OPERATOR_SIGN_IN_ATTEMPTS.account;

let server: TestServer;
let owner: TestOperator;
beforeAll(async () => {
  // The route's own limit would come first: it is counted in memory, and here by the attacker's address alone.
  server = await startApi({ rateLimitScale: 1 });
  owner = await joinOperator(server, 'support');
});
afterAll(() => server.close());
beforeEach(() => server.foundation.pool.query('TRUNCATE vault.attempts'));

const signIn = (email: string, password: string, cookie = '') =>
  supertest(server.http)
    .post('/api/admin/login')
    .set('cookie', cookie)
    .set('x-forwarded-for', `203.0.113.${Math.floor(Math.random() * 255)}`)
    .send({ email, password });

/** Each by a browser of its own, which the route's limit counts by itself. */
async function attack(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(email, `guess ${n}`, await strangersCookie())).status);
  return statuses;
}

const strangers: string[] = [];
let turn = 0;
/** Of members' browsers: the route counts calls by them, twenty each. */
async function strangersCookie(): Promise<string> {
  const name = `m${randomUUID().slice(0, 8)}`;
  if (strangers.length < 12) {
    const { headers } = await supertest(server.http)
      .post('/api/auth/register')
      .send({
        firstName: 'Eve',
        lastName: 'Eve',
        email: `${name}@example.org`,
        username: name,
        password: 'correct horse',
        confirmPassword: 'correct horse',
      })
      .expect(200);
    strangers.push(deviceCookie(headers));
  }
  return strangers[turn++ % strangers.length] ?? '';
}

describe('an operator’s password that is guessed', () => {
  test('is waited for, by everyone but the browser that knows the account', async () => {
    expect(await attack(owner.email, attempts + 2)).toEqual([...Array.from({ length: attempts }, () => 401), 429, 429]);
    const locked = await signIn(owner.email, owner.password, strangers[0]).expect(429);
    expect(locked.body.code).toBe('request.too_many');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(30);
    const { headers } = await signIn(owner.email, owner.password, owner.cookie).expect(200);
    expect(headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^easel_device_[0-9a-f]{16}=[\w.-]+; Max-Age=\d+; Path=\/api\/admin; HttpOnly; SameSite=Strict$/,
      ),
    );
    expect(deviceCookie(headers)).toBe(owner.cookie);
  });

  test('is locked, and answered, alike where there is no such operator', async () => {
    const nobody = `n${randomUUID()}@example.org`;
    const before = await signIn(owner.email, 'guess', await strangersCookie()).expect(401);
    const unknown = await signIn(nobody, 'guess', await strangersCookie()).expect(401);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...before.body, requestId: '' });
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(before.headers));
    expect((await attack(nobody, attempts)).at(-1)).toBe(429);
  });

  test('counts for operators alone: a member of the same address is not shut out', async () => {
    await attack(owner.email, attempts + 1);
    const { rows } = await server.foundation.pool.query<{ key: string }>('SELECT key FROM vault.attempts');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) {
      expect(key).toMatch(/^operator sign in by /);
      expect(key).not.toContain('example.org');
    }
  });

  test('is opened again for who accepts a fresh invitation', async () => {
    await attack(owner.email, attempts + 1);
    const admin = await joinOperator(server, 'admin');
    await server.foundation.pool.query("DELETE FROM vault.attempts WHERE key LIKE 'operator sign in by address:%'");
    await supertest(server.http)
      .post(`/api/admin/operators/${owner.id}/invitation`)
      .set(...admin.bearer)
      .send({ reason: 'forgot it' })
      .expect(200);
    await accept(server, await invitationToken(server, owner.id, owner.email), 'a newer password').expect(200);
    await signIn(owner.email, 'a newer password', strangers[1]).expect(200);
    // Browsers that knew the account before are strangers now.
    await attack(owner.email, attempts + 1);
    await signIn(owner.email, 'a newer password', owner.cookie).expect(429);
  });
});

describe('a link past the lock', () => {
  const send = (email: string) => supertest(server.http).post('/api/admin/login/unlock').send({ email });
  const open = (token: string) => supertest(server.http).post('/api/admin/login/unlock/open').send({ token });
  const links = async (email: string) =>
    (await mailsTo(server, email)).filter(({ subject }) => subject.startsWith('Sign in'));

  test('lets the browser that opens it try the password, once, while others wait', async () => {
    const operator = await joinOperator(server, 'analyst');
    await attack(operator.email, attempts + 1);
    await signIn(operator.email, operator.password).expect(429);
    await send(operator.email).expect(200);
    const token = tokenIn((await links(operator.email))[0]);
    const { body, headers } = await open(token).expect(200);
    expect(body).toEqual({ success: true });
    await signIn(operator.email, 'not the password', deviceCookie(headers)).expect(401);
    await signIn(operator.email, operator.password, deviceCookie(headers)).expect(200);
    await signIn(operator.email, operator.password).expect(429);
    expect((await open(token).expect(410)).body.code).toBe('operators.unlock_dead');
    const { rows } = await server.foundation.pool.query<{ text: string }>(
      'SELECT operator_unlocks::text AS text FROM vault.operator_unlocks',
    );
    for (const { text } of rows) expect(text).not.toContain(token);
  });

  test('expires', async () => {
    const operator = await joinOperator(server, 'analyst');
    await send(operator.email).expect(200);
    const token = tokenIn((await links(operator.email))[0]);
    await server.foundation.pool.query("UPDATE vault.operator_unlocks SET expires_at = now() - interval '1 second'");
    await open(token).expect(410);
  });

  test('is not sent again while one can be used, and is sent again afterwards', async () => {
    const operator = await joinOperator(server, 'analyst');
    await send(operator.email).expect(200);
    await send(operator.email).expect(200);
    const [only, ...others] = await links(operator.email);
    expect(others).toEqual([]);
    await open(tokenIn(only)).expect(200);
    await send(operator.email).expect(200);
    expect(await links(operator.email)).toHaveLength(2);
  });

  test('is answered alike, and not sent, where there is no active operator', async () => {
    const [operator, admin] = [await joinOperator(server, 'analyst'), await joinOperator(server, 'admin')];
    const known = await send(owner.email).expect(200);
    const nobody = `n${randomUUID()}@example.org`;
    expect((await send(nobody).expect(200)).body).toEqual(known.body);
    const { body } = await supertest(server.http)
      .get(`/api/admin/operators/${operator.id}`)
      .set(...admin.bearer)
      .expect(200);
    await supertest(server.http)
      .put(`/api/admin/operators/${operator.id}`)
      .set(...admin.bearer)
      .send({ version: body.version, status: 'disabled', reason: 'left' })
      .expect(200);
    expect((await send(operator.email).expect(200)).body).toEqual(known.body);
    expect(await links(nobody)).toEqual([]);
    expect(await links(operator.email)).toEqual([]);
  });
});

test('whether an operator exists cannot be told by the time a wrong password takes', async () => {
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const plenty = await startApi();
  try {
    const known = await joinOperator(plenty, 'analyst');
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 40; n++) {
      for (const [kind, email] of [
        ['known', known.email],
        ['unknown', `n${n}@example.org`],
      ] as const) {
        const begun = performance.now();
        await supertest(plenty.http).post('/api/admin/login').send({ email, password: 'guess' }).expect(401);
        took[kind].push(performance.now() - begun);
      }
    }
    expect(Math.abs(median(took.known) - median(took.unknown))).toBeLessThan(median(took.known) * 0.5);
  } finally {
    await plenty.close();
  }
});
