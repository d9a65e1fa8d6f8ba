import { randomUUID } from 'node:crypto';
import { PASSWORD_MAX } from '@easel/contracts/members/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registrationOf, signInOperator, startApi } from './testing/api-server.ts';
import { mailed, tokenIn } from './testing/mailbox.ts';
import { accept, invitationToken } from './testing/operators.ts';

const composed = 'Crème brûlée 1'.normalize('NFC');
const decomposed = composed.normalize('NFD');

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

const post = (path: string, body: object, token?: string) => {
  const call = supertest(server.http).post(path).send(body);
  return token === undefined ? call : call.set('authorization', `Bearer ${token}`);
};
const register = (password: string, confirmPassword = password) => {
  const registration = { ...registrationOf(`m${randomUUID().slice(0, 8)}`), password, confirmPassword };
  return { ...registration, answer: post('/api/auth/register', registration) };
};
async function member(password: string) {
  const { answer, ...registration } = register(password);
  const { body } = await answer.expect(200);
  return { ...registration, token: body.token as string };
}
const signIn = (email: string, password: string) => post('/api/auth/login', { email, password });

describe('a password', () => {
  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('set as %j opens its account as %j', async (set, typed) => {
    const { email } = await member(set);
    await signIn(email, typed).expect(200);
    await signIn(email, set).expect(200);
  });

  test('is accepted in another Unicode form where it is changed, erases, and moves an address', async () => {
    const { email, username, firstName, lastName, token } = await member(composed);
    const newPassword = 'Piñata 22'.normalize('NFD');
    await post('/api/auth/change-password', { currentPassword: decomposed, newPassword }, token).expect(200);
    const currentPassword = newPassword.normalize('NFC');
    await signIn(email, currentPassword).expect(200);
    await supertest(server.http)
      .put('/api/auth/profile')
      .set('authorization', `Bearer ${token}`)
      .send({ email: `new-${email}`, username, firstName, lastName, currentPassword })
      .expect(200);
    await post('/api/auth/erasure', { password: currentPassword }, token).expect(200);
  });

  test('that a reset sets opens the account in another Unicode form', async () => {
    const { email } = await member('correct horse');
    await post('/api/auth/forgot-password', { email }).expect(200);
    const token = tokenIn(await mailed(server, email, /^Reset/));
    await post('/api/auth/reset-password', { token, newPassword: decomposed }).expect(200);
    await signIn(email, composed).expect(200);
  });

  test('of an operator opens the console in another Unicode form', async () => {
    const email = `o${randomUUID().slice(0, 8)}@example.org`;
    const { body } = await supertest(server.http)
      .post('/api/admin/operators')
      .set(...(await signInOperator(server)))
      .send({ email, name: 'Ada Byron', role: 'support', reason: 'a test' })
      .expect(201);
    await accept(server, await invitationToken(server, body.id as string, email), decomposed).expect(200);
    await post('/api/admin/login', { email, password: composed }).expect(200);
  });

  test('may be confirmed in another Unicode form', async () => {
    await register(composed, decomposed).answer.expect(200);
  });

  test('is counted in its Unicode form', async () => {
    const seven = 'éééé123'.normalize('NFD');
    const { body } = await register(seven).answer.expect(400);
    expect(body.errors).toEqual([{ path: 'password', message: 'Password must be at least 8 characters long' }]);
    const longest = 'é'.repeat(PASSWORD_MAX);
    const { email } = await member(longest.normalize('NFD'));
    await signIn(email, longest.normalize('NFD')).expect(200);
  });
});
