import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '@easel/kernel/testing/server';
import { operatorCredentials, registerMember, signInOperator, startApi } from '../testing/api-server.ts';
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
