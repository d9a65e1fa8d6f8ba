import { randomUUID } from 'node:crypto';
import { operatorsStream } from '@easel/contracts/operators/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signInOperator, startApi } from '../testing/api-server.ts';
import { joinOperator, type TestOperator } from '../testing/operators.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { operators, type ChangeOperatorCommand } from './operators.decider.ts';

let server: TestServer;
let admin: [string, string];
beforeAll(async () => {
  server = await startApi();
  admin = await signInOperator(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const change = (id: string, body: object) =>
  supertest(server.http)
    .put(`/api/admin/operators/${id}`)
    .set(...admin)
    .send({ reason: 'a test', ...body });
/** Only admins may. */
const revise = (token: string) =>
  supertest(server.http)
    .put('/api/admin/settings/checkout')
    .set('authorization', `Bearer ${token}`)
    .send({ version: 99, testMode: true, reason: 'x' });
const me = (token: string) => supertest(server.http).get('/api/admin/me').set('authorization', `Bearer ${token}`);
const login = ({ email, password }: TestOperator) =>
  supertest(server.http).post('/api/admin/login').send({ email, password });

/** What an admin decided while the process that took it died before it did anything else. */
async function decideAndDie(operatorId: string, request: Partial<ChangeOperatorCommand>): Promise<void> {
  const { runner } = server.foundation;
  const { state } = await runner.fold(operatorsStream.name, operators);
  const version = state.byId.get(operatorId)?.version ?? 0;
  await runner.execute(
    operatorsStream.name,
    operators,
    { type: 'ChangeOperator', operatorId, version, actionId: randomUUID(), reason: 'x', ...request },
    { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: randomUUID() },
  );
}

describe('a token that is out already', () => {
  test('may from the next call on what the new role may, in every session', async () => {
    const ada = await joinOperator(server, 'admin');
    const other = await login(ada).expect(200);
    await revise(ada.token).expect(409);
    await change(ada.id, { version: 2, role: 'auditor' }).expect(200);
    for (const token of [ada.token, other.body.token]) {
      await revise(token).expect(403);
      expect((await me(token).expect(200)).body.admin.role).toBe('auditor');
    }
    await change(ada.id, { version: 3, role: 'admin' }).expect(200);
    await revise(ada.token).expect(409);
  });

  test('ends with its operator’s disabling, and stays dead when that is taken back', async () => {
    const ada = await joinOperator(server, 'support');
    await change(ada.id, { version: 2, status: 'disabled' }).expect(200);
    await me(ada.token).expect(401);
    const refused = await login(ada).expect(401);
    expect(refused.body.message).toBe('Invalid email or password');
    await change(ada.id, { version: 3, status: 'active' }).expect(200);
    await me(ada.token).expect(401);
    await login(ada).expect(200);
  });

  test.each([
    ['demoted', { role: 'support' }, 403],
    ['disabled', { status: 'disabled' }, 401],
  ] as const)('is brought to it when the process that %s its operator died at once', async (_what, request, status) => {
    const ada = await joinOperator(server, 'admin');
    await decideAndDie(ada.id, request);
    await vi.waitFor(async () => expect((await revise(ada.token)).status).toBe(status), { timeout: 10_000 });
  });

  test('is brought to it before a process that starts serves anybody', async () => {
    const ada = await joinOperator(server, 'support');
    const subject = { kind: 'operator', id: ada.id, role: 'admin' } as const;
    const { token } = await server.foundation.sessions.open(subject, { days: 1, userAgent: '' });
    await revise(token).expect(409);
    await server.app.get(OperatorSessions, { strict: false }).onApplicationBootstrap();
    await revise(token).expect(403);
  });
});

describe('a sign-in that meets', () => {
  const requests = [
    ['a demotion', { role: 'support' }, 403],
    ['a disabling', { status: 'disabled' }, 401],
  ] as const;

  test.each(requests)('%s before its session is there has the new role or nothing', async (_what, request, status) => {
    const ada = await joinOperator(server, 'admin');
    const { sessions } = server.foundation;
    const open = sessions.open.bind(sessions);
    vi.spyOn(sessions, 'open').mockImplementationOnce(async (...args) => {
      await change(ada.id, { version: 2, ...request }).expect(200);
      return open(...args);
    });
    await expectSettled(ada, status);
  });

  test.each(requests)(
    '%s right after its session is there has the new role or nothing',
    async (_what, request, status) => {
      const ada = await joinOperator(server, 'admin');
      const { sessions } = server.foundation;
      const open = sessions.open.bind(sessions);
      vi.spyOn(sessions, 'open').mockImplementationOnce(async (subject, options) => {
        const opened = await open(subject, options);
        await change(ada.id, { version: 2, ...request }).expect(200);
        return opened;
      });
      await expectSettled(ada, status);
    },
  );

  test('two changes of role has the later, whichever is written last', async () => {
    const ada = await joinOperator(server, 'admin');
    const { sessions } = server.foundation;
    const set = sessions.setOperatorRole.bind(sessions);
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    vi.spyOn(sessions, 'setOperatorRole').mockImplementationOnce(async (...args) => {
      reached.resolve();
      await held.promise;
      return set(...args);
    });
    const slow = change(ada.id, { version: 2, role: 'support' }).then((reply) => reply.status);
    await reached.promise;
    await change(ada.id, { version: 3, role: 'auditor' }).expect(200);
    held.resolve();
    expect(await slow).toBe(200);
    expect((await me(ada.token).expect(200)).body.admin.role).toBe('auditor');
    const { rows } = await server.foundation.pool.query<{ role: string }>(
      'SELECT DISTINCT role FROM vault.sessions WHERE subject_id = $1',
      [ada.id],
    );
    expect(rows).toEqual([{ role: 'auditor' }]);
  });

  test('many demotions and promotions at once never leaves a token with another role than the log has', async () => {
    const ada = await joinOperator(server, 'admin');
    const swings = async (): Promise<void> => {
      for (let version = 2; version < 12; version++) {
        await change(ada.id, { version, role: version % 2 === 0 ? 'support' : 'admin' }).expect(200);
      }
    };
    const signIns = async (): Promise<string[]> => {
      const tokens: string[] = [];
      for (let n = 0; n < 8; n++) tokens.push(((await login(ada).expect(200)).body as { token: string }).token);
      return tokens;
    };
    const [tokens] = await Promise.all([signIns(), swings()]);
    for (const token of tokens) await revise(token).expect(409);
    await change(ada.id, { version: 12, role: 'support' }).expect(200);
    for (const token of tokens) await revise(token).expect(403);
  });

  /** The sign-in gives a token of the new role, or none; no session of the old role is left. */
  async function expectSettled(operator: TestOperator, status: number): Promise<void> {
    const { body } = await login(operator).expect(status === 401 ? 401 : 200);
    const { token = '' } = body as { token?: string };
    await revise(token).expect(status);
    const { rows } = await server.foundation.pool.query<{ role: string }>(
      'SELECT DISTINCT role FROM vault.sessions WHERE subject_id = $1',
      [operator.id],
    );
    expect(rows).toEqual(status === 401 ? [] : [{ role: 'support' }]);
  }
});
