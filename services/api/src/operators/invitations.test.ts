import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signInOperator, startApi } from '../testing/api-server.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { accept, invitationToken, joinOperator } from '../testing/operators.ts';

let server: TestServer;
let admin: [string, string];
beforeAll(async () => {
  server = await startApi();
  admin = await signInOperator(server);
});
afterAll(() => server.close());

const password = 'an operator’s password';
const reason = 'a test';

async function invite(role: OperatorRole = 'support', name = 'Ada Byron'): Promise<{ id: string; email: string }> {
  const email = `i${randomUUID().slice(0, 8)}@example.org`;
  const { body } = await supertest(server.http)
    .post('/api/admin/operators')
    .set(...admin)
    .send({ email, name, role, reason })
    .expect(201);
  return { id: (body as { id: string }).id, email };
}
const renew = (id: string) =>
  supertest(server.http)
    .post(`/api/admin/operators/${id}/invitation`)
    .set(...admin)
    .send({ reason });
const change = (id: string, body: object) =>
  supertest(server.http)
    .put(`/api/admin/operators/${id}`)
    .set(...admin)
    .send({ reason, ...body });
const look = (token: string) => supertest(server.http).post('/api/admin/invitations/look').send({ token });
const login = (email: string, with_ = password) =>
  supertest(server.http).post('/api/admin/login').send({ email, password: with_ });
const me = (token: string) => supertest(server.http).get('/api/admin/me').set('authorization', `Bearer ${token}`);

const ofOperator = (data: unknown): string => (data as { operatorId: string }).operatorId;

describe('an invitation’s link', () => {
  test('comes by mail once, with its token behind the #, and tells whom it is for', async () => {
    const { id, email } = await invite('analyst', 'Grace');
    // By the process that follows the log, and by nobody else.
    await vi.waitFor(async () => expect(await mailsTo(server, email)).toHaveLength(1), { timeout: 10_000 });
    const token = await invitationToken(server, id, email);
    const mails = await mailsTo(server, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/admin\/invitation#token=[0-9a-f]{64}\n/);
    const { body } = await look(token).expect(200);
    expect(operatorsHttp.look.reply.parse(body)).toEqual(body);
    expect(body).toEqual({ success: true, invitation: { name: 'Grace', email, role: 'analyst' } });
  });

  test('sets a password and signs in, once', async () => {
    const { id, email } = await invite('auditor', 'Hedy');
    await login(email).expect(401);
    const token = await invitationToken(server, id, email);
    await accept(server, token, 'seven77').expect(400);
    const { body } = await accept(server, token, password).expect(200);
    expect(operatorsHttp.accept.reply.parse(body)).toEqual(body);
    expect(body.admin).toEqual({ id, name: 'Hedy', email, role: 'auditor' });
    expect((await me(body.token).expect(200)).body.admin).toEqual(body.admin);
    await login(email).expect(200);
    for (const used of [await look(token), await accept(server, token, 'another password')]) {
      expect(used.status).toBe(410);
      expect(used.body).toMatchObject({ message: 'This invitation is no longer valid' });
    }
    await login(email, 'another password').expect(401);
    const facts = await Array.fromAsync(server.foundation.log.read('operators'));
    const [accepted] = facts.filter(({ type, data }) => type === 'InvitationAccepted' && ofOperator(data) === id);
    const signedIn = facts.filter(({ type, data }) => type === 'OperatorSignedIn' && ofOperator(data) === id);
    expect(signedIn).toHaveLength(2);
    expect(new Set([accepted, ...signedIn].map((fact) => fact?.id)).size).toBe(3);
  });

  test('of many who come with it at once lets in one, with that one’s password', async () => {
    const { id, email } = await invite();
    const token = await invitationToken(server, id, email);
    const replies = await Promise.all(Array.from({ length: 5 }, (_, n) => accept(server, token, `password ${n}`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410]);
    const winner = replies.findIndex(({ status }) => status === 200);
    for (let n = 0; n < 5; n++) await login(email, `password ${n}`).expect(n === winner ? 200 : 401);
    const facts = await Array.fromAsync(server.foundation.log.read('operators'));
    const accepted = facts.filter(({ type, data }) => type === 'InvitationAccepted' && ofOperator(data) === id);
    expect(accepted).toHaveLength(1);
  });

  test('is dead once it is renewed, and its operator’s sessions end with a new password', async () => {
    const { id, email } = await invite();
    const first = await invitationToken(server, id, email);
    await renew(id).expect(200);
    // Before its mail already.
    await look(first).expect(410);
    const second = await invitationToken(server, id, email);
    expect(second).not.toBe(first);
    await accept(server, first).expect(410);
    const joined = await accept(server, second, password).expect(200);

    await renew(id).expect(200);
    const third = await invitationToken(server, id, email);
    expect((await mailsTo(server, email))[0]?.text).toContain('a new link for your account');
    await me(joined.body.token).expect(200);
    await login(email).expect(200);
    const back = await accept(server, third, 'a newer password').expect(200);
    await me(joined.body.token).expect(401);
    await me(back.body.token).expect(200);
    await login(email).expect(401);
    await login(email, 'a newer password').expect(200);
  });

  test('expires after seven days', async () => {
    const { id, email } = await invite();
    const token = await invitationToken(server, id, email);
    const { pool } = server.foundation;
    const left = await pool.query<{ days: number }>(
      `SELECT extract(epoch FROM expires_at - now()) / 86400 AS days FROM vault.operator_invitations
       WHERE operator_id = $1`,
      [id],
    );
    expect(Number(left.rows[0]?.days)).toBeCloseTo(7, 1);
    await pool.query("UPDATE vault.operator_invitations SET expires_at = now() - interval '1 second'");
    await look(token).expect(410);
    await accept(server, token).expect(410);
  });

  test('is dead for who was disabled, and sent to nobody who is', async () => {
    const { id, email } = await invite();
    const token = await invitationToken(server, id, email);
    await change(id, { version: 1, status: 'disabled' }).expect(200);
    await look(token).expect(410);
    await accept(server, token).expect(410);
    const enabled = await change(id, { version: 2, status: 'active' }).expect(200);
    expect(enabled.body.status).toBe('invited');
    await accept(server, token).expect(410);
  });

  test('is none for whatever else is sent as one', async () => {
    for (const token of ['', 'x', '0'.repeat(64), "' or 1=1 --", '../../etc/passwd']) {
      await look(token).expect(410);
      await accept(server, token).expect(410);
    }
  });
});

test('no token and no password stands in the log, and none in the vault as it is', async () => {
  const { id, email } = await invite();
  const token = await invitationToken(server, id, email);
  await accept(server, token, 'a secret password').expect(200);
  const stored = await Array.fromAsync(server.foundation.log.readStored('operators'));
  const text = stored.map(({ data, metadata }) => JSON.stringify([data, metadata])).join('\n');
  for (const secret of [token, 'a secret password', email, 'Ada Byron']) expect(text).not.toContain(secret);
  const { rows } = await server.foundation.pool.query<{ line: string }>(
    `SELECT t::text AS line FROM vault.operator_invitations t UNION ALL SELECT t::text FROM vault.operator_credentials t
     UNION ALL SELECT t::text FROM vault.mails t`,
  );
  for (const { line } of rows) expect(line).not.toMatch(new RegExp(`${token}|a secret password|${email}`));
});

test('a crash between the password and its fact is finished by whoever comes next', async () => {
  const { id, email } = await invite();
  const token = await invitationToken(server, id, email);
  const deliver = vi.spyOn(server.foundation.outbox, 'deliver');
  let calls = 0;
  // The first delivery clears the way; the one after the transaction never happens, as if the process had died.
  deliver.mockImplementation(async () => {
    calls += 1;
    if (calls > 1) throw new Error('died');
  });
  await accept(server, token, password).expect(500);
  deliver.mockRestore();
  const facts = await Array.fromAsync(server.foundation.log.read('operators'));
  expect(facts.at(-1)?.type).not.toBe('InvitationAccepted');
  await login(email).expect(200);
  await login(email).expect(200);
  expect((await joinOperator(server, 'support')).token).toMatch(/^[\w-]{43}$/);
});
