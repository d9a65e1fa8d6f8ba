import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool, migrate, withTransaction } from '../database/database.ts';
import { Listener } from '../database/listener.ts';
import { Sessions, SESSIONS_CHANNEL, sessionTables } from './sessions.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let pool: Pool;
let sessions: Sessions;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4, name: 'test' });
  await migrate(pool, { test: sessionTables });
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

describe('the database tells whose session it was', () => {
  let listener: Listener;
  let told: string[];
  beforeEach(async () => {
    told = [];
    listener = new Listener(database.url, { name: 'test', logger: pino({ enabled: false }) });
    await listener.listen(SESSIONS_CHANNEL, { onNotify: (subjectId) => void told.push(subjectId) });
  });
  afterEach(() => listener.close());
  /** Everything that was committed before has been told once this has. */
  const settled = async (): Promise<string[]> => {
    const last = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopWaiting = await listener.listen(SESSIONS_CHANNEL, { onNotify: (id) => void (id === last && resolve()) });
    await pool.query('SELECT pg_notify($1, $2)', [SESSIONS_CHANNEL, last]);
    await promise;
    await stopWaiting();
    return told.splice(0).filter((id) => id !== last);
  };

  test.each<[string, (id: string, sessionId: string) => Promise<unknown>]>([
    ['that was closed', (_, sessionId) => sessions.close(sessionId)],
    ['that its member ended', (id, sessionId) => sessions.closeOfMember(id, sessionId)],
    ['that ended with all', (id) => withTransaction(pool, (client) => sessions.closeAllOfMember(client, id))],
    [
      'that expired and was forgotten',
      async (id) => {
        await pool.query("UPDATE vault.sessions SET expires_at = now() - interval '1 s' WHERE subject_id = $1", [id]);
        await sessions.sweep();
      },
    ],
  ])('%s', async (_what, end) => {
    const id = randomUUID();
    const { id: sessionId } = await open(id);
    expect(await settled()).toEqual([]);
    await end(id, sessionId);
    expect(await settled()).toEqual([id]);
  });

  test('once a transaction, when it is committed, and never when it is not', async () => {
    const id = randomUUID();
    await open(id);
    await open(id);
    await expect(
      withTransaction(pool, async (client) => {
        await sessions.closeAllOfMember(client, id);
        throw new Error('not after all');
      }),
    ).rejects.toThrow('not after all');
    expect(await settled()).toEqual([]);
    await withTransaction(pool, (client) => sessions.closeAllOfMember(client, id));
    expect(await settled()).toEqual([id]);
  });

  test('whose role moved, and only then', async () => {
    const id = randomUUID();
    await sessions.open({ kind: 'operator', id, role: 'admin', roleAsOf: 1 }, { days: 1, userAgent: '' });
    await sessions.setOperatorRole(id, 'admin', 2);
    expect(await settled()).toEqual([]);
    await sessions.setOperatorRole(id, 'support', 3);
    expect(await settled()).toEqual([id]);
    await sessions.closeAllOfOperator(id);
    expect(await settled()).toEqual([id]);
  });
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
