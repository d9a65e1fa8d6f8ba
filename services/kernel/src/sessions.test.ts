import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, migrate, withTransaction } from './database.ts';
import { Sessions, sessionTables } from './sessions.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let pool: Pool;
let sessions: Sessions;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4, name: 'test' });
  await migrate(pool, 'test', sessionTables);
  sessions = new Sessions(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const open = async (memberId: string, userAgent = '') => {
  const { token } = await sessions.open({ kind: 'member', id: memberId }, { days: 1, userAgent });
  const caller = await sessions.byToken(token);
  if (caller?.kind !== 'member') throw new Error('no session was opened');
  return { token, id: caller.sessionId };
};

test('a member’s sessions are told, the newest first, without their tokens', async () => {
  const memberId = randomUUID();
  const [first, second] = [await open(memberId, 'one'), await open(memberId, 'two')];
  await open(randomUUID());
  await sessions.open({ kind: 'operator', id: memberId, role: 'admin' }, { days: 1, userAgent: '' });
  const told = await sessions.ofMember(memberId);
  expect(told.map(({ id, userAgent }) => [id, userAgent])).toEqual([
    [second.id, 'two'],
    [first.id, 'one'],
  ]);
  expect(Object.keys(told[0] ?? {})).toEqual(['id', 'createdAt', 'expiresAt', 'userAgent']);
});

test('one ends at once, and only by its member', async () => {
  const memberId = randomUUID();
  const { token, id } = await open(memberId);
  expect(await sessions.closeOfMember(randomUUID(), id)).toBe(false);
  expect(await sessions.byToken(token)).toBeDefined();
  expect(await sessions.closeOfMember(memberId, id)).toBe(true);
  expect(await sessions.byToken(token)).toBeUndefined();
  expect(await sessions.closeOfMember(memberId, id)).toBe(false);
});

test('all end together, but for the one that is spared, the operator’s and those of others', async () => {
  const [memberId, otherId] = [randomUUID(), randomUUID()];
  const [spared, ended, others] = [await open(memberId), await open(memberId), await open(otherId)];
  const { token: operators } = await sessions.open(
    { kind: 'operator', id: memberId, role: 'admin' },
    { days: 1, userAgent: '' },
  );
  await withTransaction(pool, (client) => sessions.closeAllOfMember(client, memberId, { except: spared.id }));
  expect(await sessions.byToken(ended.token)).toBeUndefined();
  for (const token of [spared.token, others.token, operators]) expect(await sessions.byToken(token)).toBeDefined();
  await withTransaction(pool, (client) => sessions.closeAllOfMember(client, memberId));
  expect(await sessions.byToken(spared.token)).toBeUndefined();
  for (const token of [others.token, operators]) expect(await sessions.byToken(token)).toBeDefined();
});

test('one that has expired is told to nobody', async () => {
  const memberId = randomUUID();
  const { id } = await open(memberId);
  await pool.query("UPDATE vault.sessions SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  expect(await sessions.ofMember(memberId)).toEqual([]);
  expect(await sessions.closeOfMember(memberId, id)).toBe(false);
});

describe('an operator’s open sessions', () => {
  const openAs = async (id: string, roleAsOf?: number) =>
    (
      await sessions.open(
        { kind: 'operator', id, role: 'admin', ...(roleAsOf !== undefined && { roleAsOf }) },
        { days: 1, userAgent: '' },
      )
    ).token;
  const roleBy = async (token: string) => {
    const caller = await sessions.byToken(token);
    return caller?.kind === 'operator' ? caller.role : undefined;
  };

  test('have the new role at once, and nobody else’s has', async () => {
    const id = randomUUID();
    const [one, two, others, member] = [
      await openAs(id),
      await openAs(id, 3),
      await openAs(randomUUID()),
      await open(id),
    ];
    await sessions.setOperatorRole(id, 'support', 4);
    expect(await Promise.all([one, two, others].map(roleBy))).toEqual(['support', 'support', 'admin']);
    expect(await sessions.byToken(member.token)).toMatchObject({ kind: 'member', id });
  });

  test('keep what they know from later', async () => {
    const id = randomUUID();
    const token = await openAs(id, 7);
    await sessions.setOperatorRole(id, 'auditor', 9);
    await sessions.setOperatorRole(id, 'support', 8);
    expect(await roleBy(token)).toBe('auditor');
    await sessions.closeAllOfOperator(id, { before: 9 });
    expect(await roleBy(token)).toBe('auditor');
    await sessions.closeAllOfOperator(id, { before: 10 });
    expect(await roleBy(token)).toBeUndefined();
  });

  test('end all together; a member of the same id stays', async () => {
    const id = randomUUID();
    const [one, two, member] = [await openAs(id), await openAs(id, 100), await open(id)];
    expect(await sessions.operators()).toContain(id);
    await withTransaction(pool, (client) => sessions.closeAllOfOperator(id, {}, client));
    expect(await Promise.all([one, two].map(roleBy))).toEqual([undefined, undefined]);
    expect(await sessions.byToken(member.token)).toBeDefined();
    expect(await sessions.operators()).not.toContain(id);
  });
});
