import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { MIGRATED_DATABASE } from '@easel/kernel/testing/migrated-database';
import { afterEach, expect, test } from 'vitest';
import { openGenerations } from './open-generations.ts';

let database: TestDatabase;
let pool: Pool;
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function open(template?: string): Promise<void> {
  database = await createTestDatabase(template);
  pool = createPool(database.url, { max: 1, name: 'test' });
}

interface Job {
  member: string;
  turn: number;
  tier?: string;
  tries?: number;
  leaseInMs?: number;
  notBeforeInMs?: number;
  provider?: string;
}

let position = 0;
/** Puts a job into the command side's table; gives its id. */
async function put(job: Job): Promise<string> {
  const { member, turn, tier = 'free', tries = 0, leaseInMs, notBeforeInMs = -1, provider = 'procedural' } = job;
  const id = randomUUID();
  const instant = (ms: number) => new Date(Date.now() + ms).toISOString();
  await pool.query(
    `INSERT INTO vault.render_queue (generation_id, member_id, tier, turn, position, requested_at, aspect_ratio,
       resolution, images, correlation_id, tries, done, started_at, lease_until, not_before,
       provider)
     VALUES ($1, $2, $3, $4, $5, now(), 'square_1_1', '1k', 1, 'because', $6, 0, $7, $7, $8, $9)`,
    [
      id,
      member,
      tier,
      turn,
      ++position,
      tries,
      leaseInMs === undefined ? null : instant(leaseInMs),
      instant(notBeforeInMs),
      provider,
    ],
  );
  return id;
}

const found = async (): Promise<string[]> => (await openGenerations(pool)).map(({ generationId }) => generationId);

test('finds the earliest rounds first, and of each member as many as the tier renders at once', async () => {
  await open(MIGRATED_DATABASE);
  const [ada, eve] = [randomUUID(), randomUUID()];
  const late = await put({ member: eve, turn: 4, tier: 'studio' });
  const first = await put({ member: ada, turn: 1 });
  await put({ member: ada, turn: 2 });
  const early = await put({ member: eve, turn: 3, tier: 'studio' });
  expect(await found()).toEqual([first, early, late]);
  expect((await openGenerations(pool))[0]).toEqual({
    generationId: first,
    correlationId: 'because',
    turn: 1,
    provider: 'procedural',
  });
});

test('counts what a worker has, and takes back what its worker has lost', async () => {
  await open(MIGRATED_DATABASE);
  const [ada, eve] = [randomUUID(), randomUUID()];
  await put({ member: ada, turn: 2, leaseInMs: 60_000 });
  await put({ member: ada, turn: 1 });
  const lost = await put({ member: eve, turn: 1, leaseInMs: -1_000, tries: 1 });
  expect(await found()).toEqual([lost]);
});

test('finds those of each provider, however many wait at another', async () => {
  await open(MIGRATED_DATABASE);
  for (let turn = 0; turn < 70; turn++) await put({ member: randomUUID(), turn, provider: 'gateway' });
  const last = await put({ member: randomUUID(), turn: 99 });
  const all = await found();
  expect([all.length, all.at(-1)]).toEqual([65, last]);
});

test('leaves alone what was tried too often', async () => {
  await open(MIGRATED_DATABASE);
  await put({ member: randomUUID(), turn: 1, tries: 3 });
  expect(await found()).toEqual([]);
});

test('finds nothing before the command side has made its table', async () => {
  await open();
  expect(await found()).toEqual([]);
});
