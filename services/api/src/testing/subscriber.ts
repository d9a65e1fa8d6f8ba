import { randomUUID } from 'node:crypto';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { registrationOf, type TestMember } from './api-server.ts';
import { mailed, tokenIn } from './mailbox.ts';

/** Registers a member who wants news by mail, with a verified address unless told otherwise. */
export async function registerSubscriber(
  server: TestServer,
  { verified = true, wantsNews = true } = {},
): Promise<TestMember> {
  const registration = { ...registrationOf(`s${randomUUID().slice(0, 8)}`), marketingOptIn: wantsNews };
  const { body } = await supertest(server.http).post('/api/auth/register').send(registration).expect(200);
  const { email } = registration;
  if (verified) {
    const token = tokenIn(await mailed(server, email, /^Verify/));
    await supertest(server.http).get('/api/auth/verify-email').query({ token }).expect(302);
  }
  return { id: body.user.id, token: body.token, email, bearer: ['authorization', `Bearer ${body.token}`] };
}
