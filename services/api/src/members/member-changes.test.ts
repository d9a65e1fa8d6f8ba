import { randomUUID } from 'node:crypto';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';
import { Credentials } from './credentials.tables.ts';
import { MemberChanges } from './member-changes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

test('two processes that change one member at once come to a fact each, in the order of the row', async () => {
  const { id: memberId } = await registerMember(server);
  const { pool, log, outbox, runner } = server.foundation;
  const credentials = server.app.get(Credentials, { strict: false });
  const processes = Array.from({ length: 2 }, () => new MemberChanges(pool, log, outbox, runner, credentials));
  const change = (process: MemberChanges, key: string): Promise<void> =>
    process.change(
      memberId,
      { type: 'ChangePassword', memberId, by: 'change' },
      { key, actor: { kind: 'system', id: 'test' }, correlationId: key },
      {
        write: (client) => credentials.setPassword(client, memberId, key),
      },
    );
  const keys = Array.from({ length: 8 }, () => randomUUID());
  await Promise.all(keys.map((key, index) => change(processes[index % 2]!, key)));
  const facts = await Array.fromAsync(log.readStored(`member-${memberId}`));
  const told = facts.slice(1).map(({ metadata }) => metadata.$correlationId);
  expect(told.toSorted()).toEqual(keys.toSorted());
  expect((await credentials.of(memberId))?.passwordHash).toBe(told.at(-1));
});
