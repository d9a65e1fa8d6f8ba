import { randomUUID } from 'node:crypto';
import { membersHttp } from '@easel/contracts/members/http';
import { MAILS_AN_HOUR } from '@easel/contracts/members/policy';
import { memberStream } from '@easel/contracts/members/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, registrationOf, startApi, type TestMember } from '../testing/api-server.ts';
import { mailed, mailsTo, tokenIn } from '../testing/mailbox.ts';
import { Credentials } from './credentials.tables.ts';
import { cutAppends } from '../testing/cut-append.ts';

const currentPassword = 'correct horse';
const deadLink = 'This link has been used already, or is no longer valid.';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const change = (member: TestMember, email: string, over: object = { currentPassword }, usernameOf = member) =>
  supertest(server.http)
    .put('/api/auth/profile')
    .set(...member.bearer)
    .send({ firstName: 'Ada', lastName: 'Byron', username: usernameOf.email.split('@')[0], email, ...over });
const undo = (token: string) => supertest(server.http).post('/api/auth/undo-email-change').send({ token });
const signIn = (email: string, password = currentPassword) =>
  supertest(server.http).post('/api/auth/login').send({ email, password });
const me = ({ bearer }: TestMember) =>
  supertest(server.http)
    .get('/api/auth/me')
    .set(...bearer);
const register = (email: string) =>
  supertest(server.http)
    .post('/api/auth/register')
    .send({ ...registrationOf(`r${randomUUID().slice(0, 8)}`), email });
const factsOf = async ({ id }: TestMember): Promise<string[]> =>
  (await Array.fromAsync(server.foundation.log.readStored(`member-${id}`))).map(({ type }) => type);

const undoToken = async (to: string): Promise<string> => tokenIn(await mailed(server, to, /was changed/));
const resetToken = async (to: string): Promise<string> => tokenIn(await mailed(server, to, /^Reset/));
async function verify(email: string): Promise<void> {
  const token = tokenIn(await mailed(server, email, /^Verify/));
  const { headers } = await supertest(server.http).get('/api/auth/verify-email').query({ token }).expect(302);
  expect(headers['location']).toContain('status=success');
}

/** A member whose session somebody else has led the address away by. */
async function robbed(): Promise<{ member: TestMember; theirs: string }> {
  const member = await registerMember(server);
  const theirs = `eve-${member.email}`;
  await change(member, theirs).expect(200);
  return { member, theirs };
}

describe('another address', () => {
  test.each([
    [{}, 'members.password_needed'],
    [{ currentPassword: '' }, 'members.password_needed'],
    [{ currentPassword: 'a guess' }, 'members.wrong_password'],
  ])('with %o is refused at the password, and nothing moves', async (over, code) => {
    const member = await registerMember(server);
    const { body } = await change(member, `eve-${member.email}`, over).expect(422);
    expect(body).toMatchObject({ code, errors: [{ path: 'currentPassword' }] });
    expect(await factsOf(member)).toEqual(['MemberRegistered']);
    await signIn(member.email).expect(200);
    expect(await mailed(server, member.email, /was changed/)).toBeUndefined();
  });

  test('in other letters is none, and nothing else of the profile asks for the password', async () => {
    const member = await registerMember(server);
    await change(member, member.email.toUpperCase(), { firstName: 'Augusta' }).expect(200);
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'ProfileUpdated']);
  });

  test('is told to the one of before, whose words nobody else chose, and addresses stand nowhere in the clear', async () => {
    const { member, theirs } = await robbed();
    const mail = await mailed(server, member.email, /was changed/);
    expect(mail?.text).toContain('Put this address back');
    expect(mail?.text).not.toContain(theirs);
    const stored = await Array.fromAsync(server.foundation.log.readStored(`member-${member.id}`));
    expect(stored.map(({ type }) => type)).toEqual(['MemberRegistered', 'EmailChanged']);
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain(member.email);
    const { rows } = await server.foundation.pool.query<{ text: string }>(
      `SELECT mail::text AS text FROM vault.mails AS mail UNION ALL SELECT kept::text FROM vault.left_addresses AS kept`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(member.email))).toEqual([]);
  });

  test('keeps the one of before from everybody else for as long, and not from its member', async () => {
    const { member } = await robbed();
    const other = await registerMember(server);
    const { body } = await change(other, member.email).expect(409);
    expect(body).toMatchObject({ code: 'members.email_taken', errors: [{ path: 'email' }] });
    await register(member.email).expect(409);
    await change(member, member.email).expect(200);
    await change(member, `eve-${member.email}`).expect(200);
    await server.foundation.pool.query('UPDATE vault.left_addresses SET until = now()');
    await register(member.email).expect(200);
  });

  test('of two, who wants it and who leaves it, leaves it with one', async () => {
    const credentials = server.app.get(Credentials, { strict: false });
    const leaver = await registerMember(server);
    const keep = credentials.keepAddress.bind(credentials);
    let taking: Promise<{ status: number }> | undefined;
    vi.spyOn(credentials, 'keepAddress').mockImplementationOnce(async (...call) => {
      // The address is free in this transaction, which is not committed yet.
      taking = register(leaver.email).then((reply) => reply);
      await keep(...call);
    });
    await change(leaver, `new-${leaver.email}`).expect(200);
    expect((await taking)?.status).toBe(409);
  });
});

describe('a change that is undone', () => {
  test('puts the address back, ends every session, voids links for a new password, and offers one', async () => {
    const { member, theirs } = await robbed();
    await supertest(server.http).post('/api/auth/forgot-password').send({ email: theirs }).expect(200);
    const reset = await resetToken(theirs);
    const verification = tokenIn(await mailed(server, theirs, /^Verify/));
    const { body: elsewhere } = await signIn(theirs).expect(200);
    const token = await undoToken(member.email);
    // To look at the page changes nothing.
    await supertest(server.http).get(membersHttp.undoEmailChange.path).query({ token }).expect(404);
    await me(member).expect(200);

    await undo(token).expect(200);
    await me(member).expect(401);
    await me({ ...member, bearer: ['authorization', `Bearer ${elsewhere.token}`] }).expect(401);
    await signIn(theirs).expect(401);
    const { body } = await signIn(member.email).expect(200);
    expect(body.user).toMatchObject({ email: member.email, emailVerified: false });
    const stolen = await supertest(server.http)
      .post('/api/auth/reset-password')
      .send({ token: reset, newPassword: 'A better horse 2' })
      .expect(400);
    expect(stolen.body.code).toBe('members.reset_link_dead');
    const verified = await supertest(server.http).get('/api/auth/verify-email').query({ token: verification });
    expect(verified.headers['location']).toBe('/verify-success?status=invalid');
    await supertest(server.http)
      .post('/api/auth/reset-password')
      .send({ token: await resetToken(member.email), newPassword: 'A better horse 2' })
      .expect(200);
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'EmailChanged', 'EmailChangeUndone', 'PasswordChanged']);
  });

  test('stands verified where it was', async () => {
    const member = await registerMember(server);
    await verify(member.email);
    await change(member, `eve-${member.email}`).expect(200);
    await undo(await undoToken(member.email)).expect(200);
    const { body } = await signIn(member.email).expect(200);
    expect(body.user.emailVerified).toBe(true);
  });

  test('is undone though a thief has changed the password, too', async () => {
    const { member } = await robbed();
    await supertest(server.http)
      .post('/api/auth/change-password')
      .set(...member.bearer)
      .send({ currentPassword, newPassword: 'the thief’s own' })
      .expect(200);
    await undo(await undoToken(member.email)).expect(200);
    await me(member).expect(401);
    await supertest(server.http)
      .post('/api/auth/reset-password')
      .send({ token: await resetToken(member.email), newPassword: 'A better horse 2' })
      .expect(200);
    await signIn(member.email, 'the thief’s own').expect(401);
    await signIn(member.email, 'A better horse 2').expect(200);
  });

  test('offers a new password though a thief has asked for as many as there are in an hour', async () => {
    const { member, theirs } = await robbed();
    for (let n = 0; n < MAILS_AN_HOUR.reset; n++) {
      await supertest(server.http).post('/api/auth/forgot-password').send({ email: theirs }).expect(200);
      await mailsTo(server, theirs);
    }
    await undo(await undoToken(member.email)).expect(200);
    expect(await resetToken(member.email)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is undone once, of twenty at once', async () => {
    const { member } = await robbed();
    const token = await undoToken(member.email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => undo(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await undo(token).expect(400);
    expect(body).toMatchObject({ code: 'members.undo_link_dead', message: deadLink });
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'EmailChanged', 'EmailChangeUndone']);
  });

  test('takes later changes with it, whose links are dead then', async () => {
    const { member, theirs } = await robbed();
    const third = `third-${member.email}`;
    await change(member, third, undefined, member).expect(200);
    const [ours, second] = [await undoToken(member.email), await undoToken(theirs)];
    await undo(ours).expect(200);
    await undo(second).expect(400);
    await signIn(member.email).expect(200);
    for (const email of [theirs, third]) await signIn(email).expect(401);
  });

  test('later than seven days is undone no more', async () => {
    const { member, theirs } = await robbed();
    const token = await undoToken(member.email);
    await server.foundation.pool.query('UPDATE vault.mail_links SET expires_at = now() WHERE member_id = $1', [
      member.id,
    ]);
    await undo(token).expect(400);
    await signIn(theirs).expect(200);
  });

  test('whose member was erased stays as it is', async () => {
    const { member } = await robbed();
    const token = await undoToken(member.email);
    await server.foundation.sealer.erase(member.id);
    await undo(token).expect(400);
  });

  test('whose fact was cut off before the log is finished by whoever comes next', async () => {
    const { member } = await robbed();
    const token = await undoToken(member.email);
    const reconnect = cutAppends(server.foundation.log, memberStream.nameOf(member.id), 'EmailChangeUndone');
    await undo(token).expect(503);
    await me(member).expect(401);
    reconnect();
    const { body } = await signIn(member.email).expect(200);
    expect(body.user.email).toBe(member.email);
  });

  test('opens nothing to who was signing in by the address at that moment', async () => {
    const { member, theirs } = await robbed();
    const token = await undoToken(member.email);
    const credentials = server.app.get(Credentials, { strict: false });
    const hold = credentials.hold.bind(credentials);
    vi.spyOn(credentials, 'hold').mockImplementationOnce(async (...call) => {
      await undo(token).expect(200);
      return hold(...call);
    });
    await signIn(theirs).expect(401);
  });

  test.each([['0'.repeat(64)], ['x'], [''], ['y'.repeat(300)]])('by %j is refused', async (token) => {
    await undo(token).expect(400);
  });
});

test('who goes back by hand is told of, and leaves the address between no way back', async () => {
  const { member, theirs } = await robbed();
  const ours = await undoToken(member.email);
  await change(member, member.email).expect(200);
  const mail = await mailed(server, theirs, /was changed/);
  expect(mail?.text).toContain('no longer signs in');
  expect(mail?.text).not.toContain('token=');
  await undo(ours).expect(400);
});
