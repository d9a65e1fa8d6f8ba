import { createTestDatabase } from '@easel/kernel/testing/database';
import { pino } from 'pino';
import { describeArchive } from './archive.contract.ts';
import { MemoryArchive } from './archive-memory.ts';
import { PostgresArchive } from './archive-postgres.ts';

describeArchive('PostgreSQL', async () => {
  const database = await createTestDatabase();
  return {
    archive: new PostgresArchive(database.url, pino({ level: 'silent' })),
    remove: () => database.drop(),
  };
});

describeArchive('memory', () => Promise.resolve({ archive: new MemoryArchive(), remove: () => Promise.resolve() }));
