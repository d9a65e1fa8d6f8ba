import { randomUUID } from 'node:crypto';
import { SIGN_IN_ATTEMPTS } from '@easel/contracts/members/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registrationOf, startApi } from '../testing/api-server.ts';
import { mailed, tokenIn } from '../testing/mailbox.ts';

const { attempts } = SIGN_IN_ATTEMPTS.account;

let server: TestServer;
beforeAll(async () => {
  // The routes' own limits are counted in memory and for longer than a test; these here are all in the database.
  server = await startApi({ rateLimitScale: 1 });
});
afterAll(() => server.close());
beforeEach(() => server.foundation.pool.query('TRUNCATE vault.attempts'));

const devicesOf = (headers: Record<string, unknown>): string =>
  (headers['set-cookie'] as string[])
    .filter((cookie) => cookie.startsWith('easel_device_'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A member whose browser is known, as one registered elsewhere is. */
async function register(): Promise<{ email: string; cookie: string }> {
  const body = registrationOf(`m${randomUUID().slice(0, 8)}`);
  const { headers } = await supertest(server.http).post('/api/auth/register').send(body).expect(200);
  return { email: body.email, cookie: devicesOf(headers) };
}

const signIn = (email: string, password: string, cookie = '') =>
  supertest(server.http)
    .post('/api/auth/login')
    .set('cookie', cookie)
    .set('x-forwarded-for', `203.0.113.${Math.floor(Math.random() * 255)}`)
    .send({ email, password });

/** Every attacker has a browser of an account of theirs: the route's own limit is counted by it. */
async function attack(email: string, times: number, cookie: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(email, `guess ${n}`, cookie)).status);
  return statuses;
}

describe('a password that is guessed', () => {
  test('is waited for after so many failures, by everyone but the browser that knows the account', async () => {
    const owner = await register();
    const attacker = await register();
    const statuses = await attack(owner.email, attempts + 2, attacker.cookie);
    expect(statuses).toEqual([...Array.from({ length: attempts }, () => 401), 429, 429]);
    const locked = await signIn(owner.email, 'correct horse').expect(429);
    expect(locked.body.code).toBe('request.too_many');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(30);
    const { headers, body } = await signIn(owner.email, 'correct horse', owner.cookie).expect(200);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^easel_device_[0-9a-f]{16}=[\w.-]+; Max-Age=\d+; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
      ),
    );
    expect(devicesOf(headers)).toBe(owner.cookie);
  });

  test('is locked alike where there is no such account', async () => {
    const owner = await register();
    const attacker = await register();
    await attack(owner.email, attempts + 1, attacker.cookie);
    await server.foundation.pool.query("DELETE FROM vault.attempts WHERE key LIKE 'sign in by address:%'");
    const nobody = `n${randomUUID()}@example.org`;
    expect(await attack(nobody, attempts + 1, attacker.cookie)).toEqual([
      ...Array.from({ length: attempts }, () => 401),
      429,
    ]);
    const known = await signIn(owner.email, 'guess');
    const unknown = await signIn(nobody, 'guess');
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
  });

  test('from a browser that knows the account is waited for as well', async () => {
    const owner = await register();
    const statuses = await attack(owner.email, attempts + 1, owner.cookie);
    expect(statuses.at(-1)).toBe(429);
    // It is counted by itself: another browser of the owner's is free to try.
    await signIn(owner.email, 'correct horse').expect(200);
  });

  test('of many accounts from one address is waited for by address', async () => {
    const attacker = await register();
    const accounts = Array.from(
      { length: SIGN_IN_ATTEMPTS.address.attempts + 1 },
      () => `n${randomUUID()}@example.org`,
    );
    const statuses: number[] = [];
    for (const email of accounts) statuses.push((await signIn(email, 'guess', attacker.cookie)).status);
    expect(statuses.slice(0, -1).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    // What a shut-out address tries counts against no account.
    const owner = await register();
    await attack(owner.email, attempts + 5, attacker.cookie);
    await server.foundation.pool.query("DELETE FROM vault.attempts WHERE key LIKE 'sign in by address:%'");
    await signIn(owner.email, 'correct horse').expect(200);
  });

  test('a rush at once gets no further than one after the other', async () => {
    const owner = await register();
    const attacker = await register();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(owner.email, `guess ${n}`, attacker.cookie)),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(attempts);
  });

  test('right passwords do not count, and make no one wait', async () => {
    const owner = await register();
    for (let n = 0; n < attempts + 2; n++) await signIn(owner.email, 'correct horse').expect(200);
  });

  test('a password reset opens the account, and forgets the browsers that knew it', async () => {
    const owner = await register();
    const attacker = await register();
    await attack(owner.email, attempts + 1, attacker.cookie);
    await supertest(server.http).post('/api/auth/forgot-password').send({ email: owner.email }).expect(200);
    const token = tokenIn(await mailed(server, owner.email, /^Reset/));
    const newPassword = 'A better horse 2';
    await supertest(server.http).post('/api/auth/reset-password').send({ token, newPassword }).expect(200);
    const { headers } = await signIn(owner.email, newPassword, owner.cookie).expect(200);
    expect(devicesOf(headers)).not.toBe(owner.cookie);
  });
});
