import { randomUUID } from 'node:crypto';
import { catalogue } from '@easel/contracts/catalogue';
import { createPool, migrate } from '@easel/kernel/database/database';
import { installationTables, refuseOtherKey } from '@easel/kernel/database/installation';
import { PostgresPersonKeys, sealingTables } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { openTestLog, testMetadata } from '@easel/kernel/testing/open-log';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disagreement, requireOneInstallation, settleInstallation, type Found, type Parts } from './installation.ts';

const names = { database: 'PostgreSQL at db', log: 'EventStoreDB at a' };

describe('what is known of both sides', () => {
  const nothing: Found = { database: undefined, log: undefined, databaseHasData: false, logHasData: false };
  const mine = { id: 'A', confirmed: true, hasKey: true };

  test.each<[string, Partial<Found>, RegExp | undefined]>([
    ['new on both sides', {}, undefined],
    ['older than ids, on both sides', { databaseHasData: true, logHasData: true }, undefined],
    ['the same on both', { database: mine, log: 'A', databaseHasData: true, logHasData: true }, undefined],
    ['proposed alone', { database: { ...mine, confirmed: false } }, undefined],
    ['proposed, and begun', { database: { ...mine, confirmed: false }, log: 'A' }, undefined],
    ['two installations', { database: mine, log: 'B' }, /belongs to installation B, and PostgreSQL at db to A/],
    [
      'proposed, and begun by another',
      { database: { ...mine, confirmed: false }, log: 'B' },
      /PostgreSQL at db to none/,
    ],
    [
      'a log without its database',
      { log: 'B' },
      /EventStoreDB at a belongs to installation B, and PostgreSQL at db to none/,
    ],
    [
      'a database without its log',
      { database: mine },
      /PostgreSQL at db belongs to installation A, and EventStoreDB at a to none/,
    ],
    [
      'data in the database alone',
      { databaseHasData: true },
      /PostgreSQL at db holds an installation, and EventStoreDB at a is empty/,
    ],
    [
      'data in the log alone',
      { logHasData: true },
      /EventStoreDB at a holds an installation, and PostgreSQL at db is empty/,
    ],
  ])('%s', (_, found, sentence) => {
    const told = disagreement({ ...nothing, ...found }, names);
    expect(told ?? 'nothing is wrong').toMatch(sentence ?? /^nothing is wrong$/);
  });
});

describe('a log and a database', () => {
  let opened: Awaited<ReturnType<typeof openTestLog>>;
  let parts: Parts;
  const key = 'ab'.repeat(32);

  beforeEach(async () => {
    opened = await openTestLog(catalogue);
    await migrate(opened.pool, { installation: installationTables });
    parts = { pool: opened.pool, log: opened.log, sealer: opened.sealer, names };
  });
  afterEach(() => opened.close());

  async function begun(): Promise<unknown[]> {
    const ids: unknown[] = [];
    for await (const { data } of opened.log.read('installation')) ids.push(data);
    return ids;
  }
  const kept = async () =>
    (
      await opened.pool.query<{ installationId: string; confirmed: boolean }>(
        'SELECT id AS "installationId", confirmed_at IS NOT NULL AS confirmed FROM vault.installation',
      )
    ).rows;

  /** A log whose next append ends so: before anything is stored, or behind it. */
  function dying(when: 'before' | 'behind'): Parts {
    const log: Parts['log'] = {
      first: (stream, from) => opened.log.first(stream, from),
      subscribe: (options) => opened.log.subscribe(options),
      append: async (...args) => {
        if (when === 'behind') await opened.log.append(...args);
        throw new Error('killed');
      },
    };
    return { ...parts, log };
  }

  /** What the product did before there were ids. */
  async function live(): Promise<void> {
    const personId = randomUUID();
    await opened.sealer.seal(personId, { stream: 'x', eventId: 'y', field: 'z' }, 'Ada');
    await opened.log.append(`member-${personId}`, 'none', [
      { id: randomUUID(), fact: { type: 'EmailVerified', data: { memberId: personId } }, metadata: testMetadata },
    ]);
  }

  async function elsewhere<T>(work: (other: Parts) => Promise<T>): Promise<T> {
    const database = await createTestDatabase();
    const pool = createPool(database.url, { max: 2, name: 'test' });
    try {
      await migrate(pool, { test: sealingTables });
      await migrate(pool, { installation: installationTables });
      return await work({ ...parts, pool, sealer: new Sealer(new PostgresPersonKeys(pool), key) });
    } finally {
      await pool.end();
      await database.drop();
    }
  }

  test('are given one id, once', async () => {
    await settleInstallation(parts);
    const [{ installationId, confirmed } = {}] = await kept();
    expect(confirmed).toBe(true);
    expect(await begun()).toEqual([{ installationId }]);
    await settleInstallation(parts);
    await requireOneInstallation(parts);
    expect(await begun()).toHaveLength(1);
  });

  test('of an older installation get theirs', async () => {
    await live();
    await settleInstallation(parts);
    expect(await begun()).toEqual([{ installationId: (await kept())[0]?.installationId }]);
  });

  test.each(['before', 'behind'] as const)(
    'a start that dies %s the log’s fact is finished by the next',
    async (when) => {
      await expect(settleInstallation(dying(when))).rejects.toThrow('killed');
      const [proposed] = await kept();
      expect(proposed).toMatchObject({ confirmed: false });
      await settleInstallation(parts);
      expect(await kept()).toEqual([{ ...proposed, confirmed: true }]);
      expect(await begun()).toEqual([{ installationId: proposed?.installationId }]);
    },
  );

  test('two starts at once begin it once', async () => {
    await Promise.all([settleInstallation(parts), settleInstallation(parts), settleInstallation(parts)]);
    expect(await begun()).toEqual([{ installationId: (await kept())[0]?.installationId }]);
  });

  test('accepts an installation that another start begins between the reads of its first look', async () => {
    let settled: Promise<void> | undefined;
    const first: Parts['log']['first'] = async (stream) => {
      await (settled ??= settleInstallation(parts));
      return parts.log.first(stream);
    };
    const { append, subscribe } = parts.log;
    const log = { first, append: append.bind(parts.log), subscribe: subscribe.bind(parts.log) };
    await settleInstallation({ ...parts, log });
    expect(await begun()).toHaveLength(1);
  });

  test('another database is refused by a log that has begun, and not written to', async () => {
    await settleInstallation(parts);
    await elsewhere(async (other) => {
      await expect(settleInstallation(other)).rejects.toThrow('and PostgreSQL at db to none');
      await expect(requireOneInstallation(other)).rejects.toThrow('and PostgreSQL at db to none');
      expect((await other.pool.query('SELECT 1 FROM vault.installation')).rows).toEqual([]);
    });
  });

  test('two installations are told apart before their keys are', async () => {
    await settleInstallation(parts);
    const other = await openTestLog(catalogue);
    try {
      await migrate(other.pool, { installation: installationTables });
      const sealer = new Sealer(new PostgresPersonKeys(other.pool), 'cd'.repeat(32));
      await settleInstallation({ pool: other.pool, log: other.log, sealer, names });
      const mixed = { ...parts, pool: other.pool, sealer: new Sealer(new PostgresPersonKeys(other.pool), key) };
      await expect(settleInstallation(mixed)).rejects.toThrow(/belongs to installation .*, and PostgreSQL at db to /);
    } finally {
      await other.close();
    }
  });

  test('of two databases that begin with one log at once, one does', async () => {
    await elsewhere(async (other) => {
      const ends = await Promise.allSettled([settleInstallation(parts), settleInstallation(other)]);
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await begun()).toHaveLength(1);
    });
  });

  test('an empty log is refused by a database that has begun', async () => {
    await settleInstallation(parts);
    const empty = await openTestLog(catalogue);
    try {
      await expect(settleInstallation({ ...parts, log: empty.log })).rejects.toThrow('and EventStoreDB at a to none');
    } finally {
      await empty.close();
    }
  });

  test('another master key is refused from then on, by whoever opens the database', async () => {
    await settleInstallation(parts);
    const other = new Sealer(new PostgresPersonKeys(opened.pool), 'cd'.repeat(32));
    await expect(settleInstallation({ ...parts, sealer: other })).rejects.toThrow('MASTER_KEY is not the key');
    await expect(refuseOtherKey(opened.pool, other)).rejects.toThrow('MASTER_KEY is not the key');
    const { rows } = await opened.pool.query<{ row: string }>(
      'SELECT to_jsonb(i)::text AS row FROM vault.installation i',
    );
    expect(rows[0]?.row).not.toContain(key);
  });

  test('an older installation’s wrong key is not taken for its own', async () => {
    await live();
    const other = new Sealer(new PostgresPersonKeys(opened.pool), 'cd'.repeat(32));
    await expect(settleInstallation({ ...parts, sealer: other })).rejects.toThrow('MASTER_KEY is not the key');
    expect([await kept(), await begun()]).toEqual([[], []]);
  });
});
