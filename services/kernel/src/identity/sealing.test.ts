import { randomBytes, randomUUID } from 'node:crypto';
import { ERASED } from '@easel/contracts/kernel/event';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPool, isUnavailable, migrate } from '../database/database.ts';
import { PostgresPersonKeys, sealingTables } from './person-keys-postgres.ts';
import { SealBroken, Sealer } from './sealing.ts';
import { createTestDatabase } from '../testing/database.ts';

const masterKey = randomBytes(32).toString('hex');
const text = 'Ada Lovelace, ada@example.org, “Grüße” 🎨';
const place = { stream: 'member-1', eventId: 'e-1', field: 'name' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let sealer: Sealer;
let person: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 8, name: 'sealing-test' });
  await migrate(pool, { sealing: sealingTables });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  sealer = new Sealer(new PostgresPersonKeys(pool), masterKey);
  person = randomUUID();
});

/** As another process, or this one after a restart, with nothing cached. */
const elsewhere = (key = masterKey): Sealer => new Sealer(new PostgresPersonKeys(pool), key);

describe('sealing', () => {
  it('hides the text and gives it back, here and elsewhere', async () => {
    const sealed = await sealer.seal(person, place, text);
    expect(sealed).toMatch(/^sealed:1:[\w-]+$/);
    expect(await sealer.open(person, place, sealed)).toBe(text);
    expect(await elsewhere().open(person, place, sealed)).toBe(text);
    expect(await sealer.seal(person, place, text)).not.toBe(sealed);
  });

  it('opens at once where the key is at hand', async () => {
    expect(sealer.sealNow(person, place, text)).toBeUndefined();
    const sealed = await sealer.seal(person, place, text);
    expect(sealer.openNow(person, place, sealed)).toBe(text);
    expect(sealer.openNow(person, place, sealer.sealNow(person, place, 'again') ?? '')).toBe('again');
    expect(elsewhere().openNow(person, place, sealed)).toBeUndefined();
  });

  it.each([
    ['stream', { ...place, stream: 'member-2' }],
    ['event', { ...place, eventId: 'e-2' }],
    ['field', { ...place, field: 'email' }],
  ])('opens at no other %s', async (_what, other) => {
    const sealed = await sealer.seal(person, place, text);
    await expect(sealer.open(person, other, sealed)).rejects.toThrow(SealBroken);
  });

  it('does not open what was altered, another person’s, or of no known version', async () => {
    const sealed = await sealer.seal(person, place, text);
    const flipped = Buffer.from(sealed.slice(9), 'base64url');
    flipped[flipped.length - 1]! ^= 1;
    const other = randomUUID();
    await sealer.seal(other, place, text);
    for (const [whose, what] of [
      [person, `sealed:1:${flipped.toString('base64url')}`],
      [person, 'sealed:1:'],
      [person, sealed.replace(':1:', ':2:')],
      [person, text],
      [other, sealed],
      ['undefined', sealed],
    ] as const) {
      await expect(sealer.open(whose, place, what)).rejects.toThrow(SealBroken);
    }
    await expect(elsewhere(randomBytes(32).toString('hex')).open(person, place, sealed)).rejects.toThrow(SealBroken);
  });

  it('gives a person one key, however many processes begin at once', async () => {
    const processes = Array.from({ length: 6 }, () => elsewhere());
    const sealed = await Promise.all(
      processes.flatMap((process) => [process.seal(person, place, text), process.seal(person, place, text)]),
    );
    const reader = elsewhere();
    expect(new Set(await Promise.all(sealed.map((one) => reader.open(person, place, one))))).toEqual(new Set([text]));
  });

  it('looks up the keys of many people in one statement', async () => {
    const people = Array.from({ length: 50 }, () => randomUUID());
    const sealed = await Promise.all(people.map((one) => sealer.seal(one, place, one)));
    const query = vi.spyOn(pool, 'query');
    const reader = elsewhere();
    const opened = await Promise.all(people.map((one, n) => reader.open(one, place, sealed[n] ?? '')));
    expect(opened).toEqual(people);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it('fails rather than call a person erased while the database is away', async () => {
    const sealed = await sealer.seal(person, place, text);
    const unreachable = createPool('postgres://nobody@127.0.0.1:1/none', { max: 1, name: 'unreachable' });
    const error: unknown = await new Sealer(new PostgresPersonKeys(unreachable), masterKey)
      .open(person, place, sealed)
      .catch((caught: unknown) => caught);
    expect(isUnavailable(error)).toBe(true);
    await unreachable.end();
  });

  it('stores no key in the clear', async () => {
    const sealed = await sealer.seal(person, place, text);
    const { rows } = await pool.query<{ wrapped: Buffer }>(
      'SELECT wrapped FROM vault.person_keys WHERE person_id = $1',
      [person],
    );
    expect(rows[0]?.wrapped).toHaveLength(1 + 12 + 16 + 32);
    // Another person's row cannot stand in for this one's.
    await pool.query('INSERT INTO vault.person_keys (person_id, wrapped) VALUES ($1, $2)', [
      randomUUID().replace(/^./, 'f'),
      rows[0]?.wrapped,
    ]);
    const copied = await pool.query<{ person_id: string }>(
      'SELECT person_id FROM vault.person_keys WHERE wrapped = $1 AND person_id <> $2',
      [rows[0]?.wrapped, person],
    );
    await expect(sealer.open(copied.rows[0]?.person_id ?? '', place, sealed)).rejects.toThrow(SealBroken);
  });
});

describe('erasing', () => {
  it('leaves nothing readable, here at once and elsewhere', async () => {
    const sealed = await sealer.seal(person, place, text);
    await sealer.erase(person);
    expect(sealer.openNow(person, place, sealed)).toBe(ERASED);
    expect(await elsewhere().open(person, place, sealed)).toBe(ERASED);
    const { rows } = await pool.query('SELECT wrapped FROM vault.person_keys WHERE person_id = $1', [person]);
    expect(rows).toEqual([{ wrapped: null }]);
  });

  it('is told of at once, and of nobody else', async () => {
    const [other, stranger] = [randomUUID(), randomUUID()];
    const process = elsewhere();
    await process.open(person, place, await sealer.seal(person, place, text));
    await sealer.seal(other, place, text);
    await sealer.erase(person);
    expect(await process.erasedOf([person, other, stranger])).toEqual(new Set([person]));
    expect(await process.erasedOf([])).toEqual(new Set());
  });

  it('reaches a process that has the key at hand within seconds', async () => {
    const sealed = await sealer.seal(person, place, text);
    const other = elsewhere();
    await other.open(person, place, sealed);
    await sealer.erase(person);
    expect(other.openNow(person, place, sealed)).toBe(text);
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_001);
    onTestFinished(() => later.mockRestore());
    expect(await other.open(person, place, sealed)).toBe(ERASED);
  });

  it('is for ever: what comes late is not kept, and no new key is made', async () => {
    const sealed = await sealer.seal(person, place, text);
    await sealer.erase(person);
    for (const process of [sealer, elsewhere()]) {
      const late = await process.seal(person, place, text);
      expect(late).toBe(ERASED);
      expect(await process.open(person, place, late)).toBe(ERASED);
      expect(await process.open(person, place, sealed)).toBe(ERASED);
    }
  });

  it('can be repeated, and come before anything was sealed', async () => {
    await sealer.erase(person);
    await sealer.erase(person);
    expect(await elsewhere().seal(person, place, text)).toBe(ERASED);
  });

  it('is not undone in this process by a look-up that was under way', async () => {
    const sealed = await elsewhere().seal(person, place, text);
    const opening = sealer.open(person, place, sealed);
    await sealer.erase(person);
    await opening;
    expect(sealer.openNow(person, place, sealed)).toBe(ERASED);
  });

  it('shows a person without a key as erased, and still lets them begin', async () => {
    const sealed = await sealer.seal(randomUUID(), place, text);
    expect(await sealer.open(person, place, sealed)).toBe(ERASED);
    expect(await sealer.open(person, place, await sealer.seal(person, place, text))).toBe(text);
  });
});

describe('digests', () => {
  it('are the same everywhere, differ by purpose and master key, and tell nothing', () => {
    const digest = sealer.digest('email', 'ada@example.org');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(elsewhere().digest('email', 'ada@example.org')).toBe(digest);
    const others = [
      sealer.digest('email', 'ada@example.com'),
      sealer.digest('body', 'ada@example.org'),
      elsewhere(randomBytes(32).toString('hex')).digest('email', 'ada@example.org'),
    ];
    expect(new Set([digest, ...others]).size).toBe(4);
  });

  it('want a whole master key', () => {
    expect(() => new Sealer(new PostgresPersonKeys(pool), 'short')).toThrow(RangeError);
  });
});
