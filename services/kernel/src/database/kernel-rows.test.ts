import { createPool, migrate, withTransaction } from './database.ts';
import { idempotencyTables, PostgresClaimedKeys } from '../deciding/idempotency-postgres.ts';
import { describeKernelRows } from './kernel-rows.contract.ts';
import { outboxTables, PostgresOutbox } from '../log/outbox-postgres.ts';
import { PostgresPersonKeys, sealingTables } from '../identity/person-keys-postgres.ts';
import { PostgresSnapshots, snapshotTables } from '../deciding/snapshots-postgres.ts';
import { createTestDatabase } from '../testing/database.ts';

describeKernelRows('in PostgreSQL', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 4, name: 'rows' });
  await migrate(pool, { rows: [...sealingTables, ...idempotencyTables, ...snapshotTables, ...outboxTables] });
  return {
    personKeys: new PostgresPersonKeys(pool),
    claimedKeys: new PostgresClaimedKeys(pool),
    snapshots: new PostgresSnapshots(pool),
    outbox: new PostgresOutbox(pool),
    inTransaction: (work) => withTransaction(pool, work),
    remove: async () => {
      await pool.end();
      await database.drop();
    },
  };
});
