import { createPool, type Pool } from '@easel/kernel/database/database';
import { createLogger } from '@easel/kernel/server/logger';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { MIGRATED_DATABASE } from '@easel/kernel/testing/migrated-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImagingHealth } from './imaging-health.ts';

let database: TestDatabase;
let pool: Pool;
let lifecycle: Lifecycle;
beforeEach(async () => {
  database = await createTestDatabase(MIGRATED_DATABASE);
  pool = createPool(database.url, { max: 1, name: 'test' });
  lifecycle = new Lifecycle({ logger: createLogger({ name: 'test', level: 'silent' }) });
  new ImagingHealth(lifecycle, pool).onModuleInit();
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const heardOf = (secondsAgo: number) =>
  pool.query(`INSERT INTO vault.heartbeats VALUES ('imaging', now() - make_interval(secs => $1))`, [secondsAgo]);

test('is ready where imaging was heard of lately, and where it never was', async () => {
  expect(await lifecycle.readiness()).toEqual({ ready: true, checks: { imaging: 'ok' } });
  await heardOf(1);
  expect(await lifecycle.readiness()).toEqual({ ready: true, checks: { imaging: 'ok' } });
});

test('says for how long imaging was not heard of', async () => {
  await heardOf(3_600);
  const { ready, checks } = await lifecycle.readiness();
  expect([ready, checks['imaging']]).toEqual([false, expect.stringMatching(/^Not heard of for 36\d\d s: pictures/)]);
});
