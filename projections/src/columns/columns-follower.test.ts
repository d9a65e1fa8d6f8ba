import { createPool } from '@easel/kernel/database/database';
import type { EventLog } from '@easel/kernel/log/event-log';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { createLogger } from '@easel/kernel/server/logger';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ColumnsFollower } from './columns-follower.ts';

test('readiness says that the columnar copy cannot be written', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 2, name: 'test' });
  const logger = createLogger({ name: 'test', level: 'silent' });
  const lifecycle = new Lifecycle({ logger });
  // A file where a folder should be.
  const follower = new ColumnsFollower({} as EventLog, pool, logger, `${import.meta.filename}/blobs`, lifecycle);
  onTestFinished(async () => {
    await follower.beforeApplicationShutdown();
    await pool.end();
    await database.drop();
  });
  follower.onModuleInit();
  expect(await lifecycle.readiness()).toEqual({ ready: true, checks: { columns: 'ok' } });
  follower.onApplicationBootstrap();
  await vi.waitFor(async () => {
    expect((await lifecycle.readiness()).checks['columns']).toContain('stopped at an error');
  }, 20_000);
});
