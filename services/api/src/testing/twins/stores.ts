import { createPool, type Pool } from '@easel/kernel/database/database';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { MIGRATED_DATABASE } from '@easel/kernel/testing/migrated-database';
import { MemoryDatabase, type MemoryPool } from '@easel/kernel/testing/twins/memory-database';

/** A store as two processes see it, in the hands of a contract's test. */
export interface SharedStore<Port> {
  readonly here: Port;
  readonly there: Port;
  remove(): Promise<void>;
}

/** What stands on the command side's tables. */
export async function inPostgres<Port>(open: (pool: Pool) => Port): Promise<SharedStore<Port>> {
  const database = await createTestDatabase(MIGRATED_DATABASE);
  const [here, there] = ['here', 'there'].map((name) => createPool(database.url, { max: 3, name }));
  if (!here || !there) throw new Error('there are two pools');
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
