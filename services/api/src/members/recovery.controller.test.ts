import { memberStream } from '@easel/contracts/members/stream';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MailWorker } from '../mail/mail.worker.ts';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { mailed, mailsTo, tokenIn } from '../testing/mailbox.ts';
import { cutAppends } from '../testing/cut-append.ts';

const invalidLink = 'Invalid reset link. Please request a new password reset.';
const newPassword = 'A better horse 2';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const post = (path: string, member?: TestMember) => {
  const call = supertest(server.http).post(path);
  return member ? call.set(...member.bearer) : call;
};
const me = (bearer: [string, string]) =>
  supertest(server.http)
    .get('/api/auth/me')
    .set(...bearer);
const signIn = async (email: string, password = 'correct horse'): Promise<[string, string]> => {
  const { body } = await post('/api/auth/login').send({ email, password }).expect(200);
  return ['authorization', `Bearer ${body.token}`];
};
const factsOf = async ({ id }: TestMember) =>
  (await Array.fromAsync(server.foundation.log.readStored(`member-${id}`))).map(({ type, data }) => ({ type, data }));

const resetToken = async ({ email }: TestMember): Promise<string> => {
  await post('/api/auth/forgot-password').send({ email }).expect(200);
  return tokenIn(await mailed(server, email, /^Reset/));
};
const reset = (token: string, password = newPassword) =>
  post('/api/auth/reset-password').send({ token, newPassword: password });

describe('POST /api/auth/change-password', () => {
  const change = (member: TestMember, currentPassword: string, password = newPassword) =>
    post('/api/auth/change-password', member).send({ currentPassword, newPassword: password });

  test('ends the other sessions and keeps this one; the fact holds no word of either', async () => {
    const member = await registerMember(server);
    const elsewhere = await signIn(member.email);
    const { body } = await change(member, 'correct horse').expect(200);
    expect(body).toEqual({ success: true, message: 'Password updated successfully' });
    await me(member.bearer).expect(200);
    await me(elsewhere).expect(401);
    await post('/api/auth/login').send({ email: member.email, password: 'correct horse' }).expect(401);
    await signIn(member.email, newPassword);
    expect((await factsOf(member)).at(-1)).toEqual({
      type: 'PasswordChanged',
      data: { memberId: member.id, by: 'change' },
    });
  });

  test('with a wrong current password is refused', async () => {
    const member = await registerMember(server);
    const { body } = await change(member, 'wrong horse').expect(422);
    expect(body).toMatchObject({
      message: 'Current password is incorrect',
      code: 'members.wrong_password',
      errors: [{ path: 'currentPassword' }],
    });
    await signIn(member.email);
    expect(await factsOf(member)).toHaveLength(1);
  });

  test('asks for eight characters and for the current password', async () => {
    const member = await registerMember(server);
    const short = await change(member, 'correct horse', 'Short1').expect(400);
    expect(short.body.message).toBe('New password must be at least 8 characters long');
    const none = await change(member, '').expect(400);
    expect(none.body.message).toBe('Current password is required');
  });

  test('that was cut off before the log is finished by whoever comes next', async () => {
    const member = await registerMember(server);
    const reconnect = cutAppends(server.foundation.log, memberStream.nameOf(member.id), 'PasswordChanged');
    await change(member, 'correct horse').expect(503);
    reconnect();
    await signIn(member.email, newPassword);
    expect((await factsOf(member)).map(({ type }) => type)).toEqual(['MemberRegistered', 'PasswordChanged']);
  });

  test('kills the links that a mail has carried', async () => {
    const member = await registerMember(server);
    const token = await resetToken(member);
    await change(member, 'correct horse').expect(200);
    await reset(token).expect(400);
  });
});

describe('a forgotten password', () => {
  test('has one answer for known and unknown addresses', async () => {
    const member = await registerMember(server);
    const known = await post('/api/auth/forgot-password').send({ email: member.email }).expect(200);
    const unknown = await post('/api/auth/forgot-password').send({ email: 'nobody@example.org' }).expect(200);
    const strange = await post('/api/auth/forgot-password').send({ email: 'no address' }).expect(200);
    expect(known.body).toEqual(unknown.body);
    expect(strange.body).toEqual(unknown.body);
    const { headers } = known;
    expect(Object.keys(headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
    expect(await mailsTo(server, 'nobody@example.org')).toEqual([]);
    const empty = await post('/api/auth/forgot-password').send({ email: ' ' }).expect(400);
    expect(empty.body.message).toBe('Please enter your email address');
  });

  test('is replaced by the link of a mail, once; every session ends', async () => {
    const member = await registerMember(server);
    const elsewhere = await signIn(member.email);
    const token = await resetToken(member);
    const { body } = await reset(token).expect(200);
    expect(body).toEqual({ success: true, message: expect.any(String) });
    await me(member.bearer).expect(401);
    await me(elsewhere).expect(401);
    await signIn(member.email, newPassword);
    await post('/api/auth/login').send({ email: member.email, password: 'correct horse' }).expect(401);
    const again = await reset(token, 'Another Horse 3').expect(400);
    expect(again.body).toMatchObject({ message: invalidLink, code: 'members.reset_link_dead' });
    expect((await factsOf(member)).filter(({ type }) => type === 'PasswordChanged')).toEqual([
      { type: 'PasswordChanged', data: { memberId: member.id, by: 'reset' } },
    ]);
  });

  test('ten at once with one token: one of them', async () => {
    const member = await registerMember(server);
    const token = await resetToken(member);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `Horse of Number ${n}`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  test('a new request kills the older link', async () => {
    const member = await registerMember(server);
    const first = await resetToken(member);
    const second = await resetToken(member);
    expect(second).not.toBe(first);
    await reset(first).expect(400);
    await reset(second).expect(200);
  });

  test('altered, foreign, expired and absent tokens are refused alike', async () => {
    const member = await registerMember(server);
    const token = await resetToken(member);
    const verification = await mailed(server, member.email, /^Verify/);
    const altered = (token.startsWith('a') ? 'b' : 'a') + token.slice(1);
    for (const wrong of [altered, tokenIn(verification), token.toUpperCase(), '', 'x', 'x'.repeat(201)]) {
      const { body } = await reset(wrong).expect(400);
      expect([wrong, body.message]).toEqual([wrong, invalidLink]);
    }
    const absent = await post('/api/auth/reset-password').send({ newPassword }).expect(400);
    expect(absent.body.message).toBe(invalidLink);
    await server.foundation.pool.query(
      "UPDATE vault.mail_links SET expires_at = now() - interval '1 second' WHERE member_id = $1",
      [member.id],
    );
    await reset(token).expect(400);
    await signIn(member.email);
  });

  test.each([
    ['short1A', 'Password must be at least 8 characters long'],
    ['ONLY LARGE 1', 'Password must contain at least one lowercase letter'],
    ['only small 1', 'Password must contain at least one uppercase letter'],
    ['No Digits', 'Password must contain at least one number'],
  ])('%j is refused, and the token stays good', async (password, message) => {
    const { body } = await reset('0'.repeat(64), password).expect(400);
    expect(body).toMatchObject({ message, errors: [{ path: 'newPassword', message }] });
  });

  test('a link to an address that is the member’s no more is dead', async () => {
    const member = await registerMember(server);
    const token = await resetToken(member);
    await supertest(server.http)
      .put('/api/auth/profile')
      .set(...member.bearer)
      .send({
        firstName: 'Ada',
        lastName: 'B',
        email: `m-${member.email}`,
        username: `u${randomUUID().slice(0, 8)}`,
        currentPassword: 'correct horse',
      })
      .expect(200);
    await reset(token).expect(400);
  });

  test('tokens stand nowhere in the clear but in the mail', async () => {
    const member = await registerMember(server);
    const token = await resetToken(member);
    const { rows } = await server.foundation.pool.query<{ text: string }>(
      `SELECT link::text AS text FROM vault.mail_links AS link UNION ALL SELECT mail::text FROM vault.mails AS mail`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(token) || text.includes(member.email))).toEqual([]);
  });

  test('one member is sent five such mails an hour, however often it is asked', async () => {
    const member = await registerMember(server);
    for (let n = 0; n < 8; n++) {
      await post('/api/auth/forgot-password').send({ email: member.email }).expect(200);
      await server.app.get(MailWorker, { strict: false }).idle();
    }
    const mails = await mailsTo(server, member.email);
    expect(mails.filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(5);
  });
});

describe('the verification of an address', () => {
  const verify = (query: object) => supertest(server.http).get('/api/auth/verify-email').query(query).expect(302);
  const page = (status: string) => `/verify-success?status=${status}`;

  test('is asked for by a mail after the registration, and a success again; one fact', async () => {
    const member = await registerMember(server);
    const [mail, ...more] = await mailsTo(server, member.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Verify your email address for Easel', text: expect.stringContaining('48') });
    expect((await me(member.bearer)).body.user.emailVerified).toBe(false);
    const token = tokenIn(mail);
    for (let n = 0; n < 2; n++) {
      const { headers } = await verify({ token });
      expect(headers).toMatchObject({
        location: page('success'),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    }
    expect((await me(member.bearer)).body.user.emailVerified).toBe(true);
    expect((await factsOf(member)).map(({ type }) => type)).toEqual(['MemberRegistered', 'EmailVerified']);
  });

  test('HEAD verifies nothing', async () => {
    const member = await registerMember(server);
    const token = tokenIn((await mailsTo(server, member.email))[0]);
    const { port } = server.http.address() as AddressInfo;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    request(
      { port, host: '127.0.0.1', method: 'HEAD', path: `/api/auth/verify-email?token=${token}` },
      ({ statusCode }) => resolve(statusCode),
    ).end();
    expect(await promise).toBe(404);
    expect((await me(member.bearer)).body.user.emailVerified).toBe(false);
  });

  test.each([
    [{}, 'missing'],
    [{ token: '' }, 'missing'],
    [{ token: 'x' }, 'invalid'],
    [{ token: '0'.repeat(64) }, 'invalid'],
    [{ token: 'x'.repeat(500) }, 'invalid'],
    [{ token: ['a', 'b'] }, 'invalid'],
  ])('%o leads to %s', async (query, status) => {
    const { headers } = await verify(query);
    expect(headers['location']).toBe(page(status));
  });

  test('of a member who was erased finds nobody', async () => {
    const member = await registerMember(server);
    const token = tokenIn((await mailsTo(server, member.email))[0]);
    await server.foundation.pool.query('DELETE FROM vault.mail_links WHERE member_id <> $1', [member.id]);
    await server.foundation.pool.query('UPDATE vault.mail_links SET member_id = $2 WHERE member_id = $1', [
      member.id,
      randomUUID(),
    ]);
    expect((await verify({ token })).headers['location']).toBe(page('not_found'));
  });

  test('while the log is away leads to a page too', async () => {
    const member = await registerMember(server);
    const token = tokenIn((await mailsTo(server, member.email))[0]);
    vi.spyOn(server.foundation.runner, 'fold').mockRejectedValue(new Error('away'));
    expect((await verify({ token })).headers['location']).toBe(page('error'));
  });

  test('is sent again on request, until there is nothing to verify', async () => {
    const member = await registerMember(server);
    await mailsTo(server, member.email);
    const { body } = await post('/api/auth/resend-verification', member).expect(200);
    expect(body).toEqual({ success: true, message: 'Verification email sent' });
    const mails = await mailsTo(server, member.email);
    expect(mails).toHaveLength(2);
    // The older one is as good as the newer.
    expect((await verify({ token: tokenIn(mails[1]) })).headers['location']).toBe(page('success'));
    const again = await post('/api/auth/resend-verification', member).expect(409);
    expect(again.body).toMatchObject({ message: 'This email address is already verified' });
  });

  test('a token for a new password verifies nothing', async () => {
    const member = await registerMember(server);
    const token = await resetToken(member);
    expect((await verify({ token })).headers['location']).toBe(page('invalid'));
  });
});

describe('sessions', () => {
  const sessions = (bearer: [string, string]) =>
    supertest(server.http)
      .get('/api/auth/sessions')
      .set(...bearer)
      .expect(200);
  const revoke = (bearer: [string, string], id: string) =>
    supertest(server.http)
      .delete(`/api/auth/sessions/${id}`)
      .set(...bearer);

  test('are listed, the one that asks is marked, and one revoked ends at once', async () => {
    const member = await registerMember(server);
    const { body: signedIn } = await post('/api/auth/login')
      .set('user-agent', 'Netscape 4')
      .send({ email: member.email, password: 'correct horse' })
      .expect(200);
    const elsewhere: [string, string] = ['authorization', `Bearer ${signedIn.token}`];
    const { body } = await sessions(member.bearer);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toMatchObject({ user_agent: 'Netscape 4', current: false });
    expect(body.sessions[1]).toMatchObject({ current: true, created_at: expect.stringMatching(/Z$/) });
    expect(JSON.stringify(body)).not.toContain(signedIn.token);
    await revoke(member.bearer, body.sessions[0].id as string).expect(200);
    await me(elsewhere).expect(401);
    await revoke(member.bearer, body.sessions[0].id as string).expect(404);
    await revoke(member.bearer, body.sessions[1].id as string).expect(200);
    await me(member.bearer).expect(401);
  });

  test('of others are not there', async () => {
    const [member, other] = [await registerMember(server), await registerMember(server)];
    const { body } = await sessions(other.bearer);
    await revoke(member.bearer, body.sessions[0].id as string).expect(404);
    await revoke(member.bearer, randomUUID()).expect(404);
    await revoke(member.bearer, 'none').expect(400);
    await me(other.bearer).expect(200);
  });
});
