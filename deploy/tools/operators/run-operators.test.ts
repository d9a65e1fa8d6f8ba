import type { OperatorRecord } from '@easel/contracts/operators/http';
import { startApi, signInOperator } from '@easel/api/testing/api-server';
import { mailsTo, tokenIn } from '@easel/api/testing/mailbox';
import { accept } from '@easel/api/testing/operators';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runOperators } from './run-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
  await signInOperator(server);
});
afterAll(() => server.close());

async function run(...args: string[]) {
  const { DATABASE_URL, EVENT_STORE_URL, MASTER_KEY } = server.foundation.config;
  const out: string[] = [];
  const err: string[] = [];
  const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runOperators(args, { DATABASE_URL, EVENT_STORE_URL, MASTER_KEY }, output);
  return { code, out, err: err.join('\n') };
}
const recordIn = (out: string[]): OperatorRecord => JSON.parse(out[0] ?? '{}') as OperatorRecord;
const reason = ['--reason', 'a test'];

test('invites, and the product that runs beside it mails the link; what it changes holds there at once', async () => {
  const email = 'grace@example.org';
  const invited = await run('invite', email, '--name', 'Grace', '--role', 'admin', ...reason, '--json');
  expect(invited).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^PostgreSQL at .* from DATABASE_URL, .*, the master key from MASTER_KEY$/),
  });
  expect(recordIn(invited.out)).toMatchObject({ email, role: 'admin', status: 'invited', version: 1 });
  await vi.waitFor(async () => expect(await mailsTo(server, email)).toHaveLength(1), { timeout: 10_000 });
  const joined = await accept(server, tokenIn((await mailsTo(server, email))[0])).expect(200);
  const list = () =>
    supertest(server.http)
      .get(`/api/admin/operators/${recordIn(invited.out).id}`)
      .set('authorization', `Bearer ${(joined.body as { token: string }).token}`);
  await list().expect(200);

  expect((await run('role', email, 'support', ...reason)).code).toBe(0);
  await list().expect(403);
  expect((await run('disable', email, ...reason)).code).toBe(0);
  await list().expect(401);
  expect(await run('renew', email, ...reason)).toMatchObject({
    code: 1,
    out: [],
    err: expect.stringMatching(/disabled/),
  });
  expect(recordIn((await run('enable', email, ...reason, '--json')).out)).toMatchObject({
    status: 'active',
    version: 5,
  });
  expect((await run('renew', email, ...reason)).code).toBe(0);
  await vi.waitFor(async () => expect(await mailsTo(server, email)).toHaveLength(2), { timeout: 10_000 });

  const facts = await Array.fromAsync(server.foundation.log.read('operators'));
  const cli = facts.filter(({ metadata }) => metadata.actor.id === 'operators cli');
  expect(cli.map(({ type }) => type)).toEqual([
    'OperatorInvited',
    'OperatorRoleChanged',
    'OperatorDisabled',
    'OperatorEnabled',
    'InvitationRenewed',
  ]);
});

test('lists who there is', async () => {
  const { code, out } = await run('list');
  expect(code).toBe(0);
  expect(out[0]).toMatch(/^root@example\.org +admin +active +\d{4}-.*Z +First operator$/);
  expect(recordIn((await run('list', '--json')).out)).toMatchObject({ role: 'admin', status: 'active' });
});

test('says why it refuses, and which word is wrong', async () => {
  const root = 'root@example.org';
  expect(await run('disable', root, ...reason)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/last active admin/),
  });
  expect(await run('role', 'nobody@example.org', 'admin', ...reason)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\nOperator not found$/),
  });
  expect(await run('invite', root, '--name', 'R', '--role', 'admin', ...reason)).toMatchObject({ code: 1 });
  for (const args of [
    [],
    ['invite', 'ada@example.org', '--name', 'Ada', '--role', 'root', ...reason],
    ['invite', 'no address', '--name', 'Ada', '--role', 'admin', ...reason],
    ['invite', 'ada@example.org', '--name', 'Ada', '--role', 'admin'],
    ['role', root, ...reason],
    ['dance'],
    ['list', 'all'],
    ['list', '--loud'],
  ]) {
    const { code, out, err } = await run(...args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: [] });
    expect(err).not.toBe('');
  }
  expect((await run('role', root, ...reason)).err).toMatch(/^what follows the command: /);
});

test('explains itself', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out.join()).toMatch(/npm run operators -- invite EMAIL/);
  expect(out.join()).toContain('MASTER_KEY');
});
