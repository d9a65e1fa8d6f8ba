import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { OperatorFact } from '@easel/contracts/operators/events';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { PostInvitation } from '../operators/post-invitations.ts';
import { signInOperator } from './api-server.ts';
import { mailsTo, tokenIn } from './mailbox.ts';

export interface TestOperator {
  id: string;
  email: string;
  password: string;
  token: string;
  bearer: [string, string];
  /** As a browser sends it that has signed in before. */
  cookie: string;
}

/** The token that the newest invitation's mail carries, posted by its process or here before it. */
export async function invitationToken(server: TestServer, operatorId: string, email: string): Promise<string> {
  let newest: string | null = null;
  for await (const recorded of server.foundation.log.read('operators')) {
    const { type, data } = recorded as unknown as OperatorFact;
    if ((type === 'OperatorInvited' || type === 'InvitationRenewed') && data.operatorId === operatorId) {
      newest = data.invitationId;
    }
  }
  if (newest === null) throw new Error(`nobody invited ${email}`);
  await server.app.get(CommandBus).execute(new PostInvitation(operatorId, newest));
  return tokenIn((await mailsTo(server, email))[0]);
}

export const accept = ({ http }: TestServer, token: string, password = 'an operator’s password') =>
  supertest(http).post('/api/admin/invitations/accept').send({ token, password });

/** An operator of that role, by invitation and its mail. */
export async function joinOperator(server: TestServer, role: OperatorRole, name = 'Ada Byron'): Promise<TestOperator> {
  const admin = await signInOperator(server);
  const email = `o${randomUUID().slice(0, 8)}@example.org`;
  const password = 'an operator’s password';
  const invited = await supertest(server.http)
    .post('/api/admin/operators')
    .set(...admin)
    .send({ email, name, role, reason: 'a test' })
    .expect(201);
  const { id } = invited.body as { id: string };
  const { body, headers } = await accept(server, await invitationToken(server, id, email), password).expect(200);
  const { token } = body as { token: string };
  return { id, email, password, token, bearer: ['authorization', `Bearer ${token}`], cookie: deviceCookie(headers) };
}

export const deviceCookie = (headers: Record<string, unknown>): string =>
  (headers['set-cookie'] as string[])
    .filter((cookie) => cookie.startsWith('easel_device_'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
