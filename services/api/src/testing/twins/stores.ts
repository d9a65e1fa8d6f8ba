import { createPool, migrate, type Pool } from '@easel/kernel/database/database';
import { processTables, subscriptionTables } from '@easel/kernel/following/process-book-postgres';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { MemoryDatabase, type MemoryPool } from '@easel/kernel/testing/twins/memory-database';
import { apiTables } from '../../api.tables.ts';

/** A store as two processes see it, in the hands of a contract's test. */
export interface SharedStore<Port> {
  readonly here: Port;
  readonly there: Port;
  remove(): Promise<void>;
}

/** What stands on the command side's tables. */
export async function inPostgres<Port>(open: (pool: Pool) => Port): Promise<SharedStore<Port>> {
  const database = await createTestDatabase();
  const [here, there] = ['here', 'there'].map((name) => createPool(database.url, { max: 3, name }));
  if (!here || !there) throw new Error('there are two pools');
  await migrate(here, 'processes', [...subscriptionTables, ...processTables]);
  await migrate(here, 'api', apiTables);
  return {
    here: open(here),
    there: open(there),
    remove: async () => {
      await Promise.all([here.end(), there.end()]);
      await database.drop();
    },
  };
}

/** Its twin. */
export function inMemory<Port>(open: (pool: MemoryPool) => Port): Promise<SharedStore<Port>> {
  const database = new MemoryDatabase();
  return Promise.resolve({
    here: open(database.connect()),
    there: open(database.connect()),
    remove: () => Promise.resolve(),
  });
}
