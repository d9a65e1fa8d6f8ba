import { z } from 'zod';
import type { FactCatalogue, FactMetadata } from '@easel/contracts/kernel/event';
import { createPool, migrate } from '../database/database.ts';
import { EventLog } from '../log/event-log.ts';
import { PostgresPersonKeys, sealingTables } from '../identity/person-keys-postgres.ts';
import { Sealer } from '../identity/sealing.ts';
import { createTestDatabase } from './database.ts';
import { startTestEventStore } from './event-store.ts';
import { startSharedEventStore, type SharedEventStore } from './shared-event-stores.ts';

/** Facts to test with: a sum that counts up, and a text that is personal. */
export const testCatalogue = {
  Counted: { version: 1, data: z.object({ by: z.int() }) },
  NoteTaken: {
    version: 2,
    data: z.object({ personId: z.uuid(), text: z.string(), language: z.string() }),
    upcast: { 1: (old: object) => ({ ...old, language: 'en' }) },
    sealed: { subject: 'personId', fields: ['text'] },
  },
} satisfies FactCatalogue;

export const testMetadata: FactMetadata = {
  $correlationId: 'test',
  actor: { kind: 'system', id: 'test' },
  schemaVersion: 1,
};

/** Opens a log on a database of its own. */
export const openTestLog = (catalogue: FactCatalogue = testCatalogue) =>
  openLogOn(catalogue, (databaseUrl) => startSharedEventStore(databaseUrl));

/** Opens one whose event store is a process of its own, for tests that kill it. */
export const openKillableTestLog = (catalogue: FactCatalogue = testCatalogue) =>
  openLogOn(catalogue, (databaseUrl) => startTestEventStore(databaseUrl));

async function openLogOn<Store extends SharedEventStore>(
  catalogue: FactCatalogue,
  startStore: (databaseUrl: string) => Promise<Store>,
) {
  const database = await createTestDatabase();
  const store = await startStore(database.url);
  const pool = createPool(database.url, { max: 4, name: 'test' });
  await migrate(pool, { test: sealingTables });
  const sealer = new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32));
  const log = new EventLog(store.connectionString, catalogue, sealer);
  return {
    database,
    store,
    pool,
    sealer,
    log,
    async close() {
      await log.close();
      await store.stop();
      await pool.end();
      await database.drop();
    },
  };
}
