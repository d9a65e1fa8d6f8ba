import { Client } from 'pg';
import { createPool, migrate, type Migrations } from '../database/database.ts';
import { migrateKernel } from '../server/foundation.ts';

/** A database that has the command side's tables and no rows, for others to be copied from. */
export const MIGRATED_DATABASE = 'migrated_kernel';

/**
 * Makes the database in this PostgreSQL, once for all test files: copying its files is faster than each migration. It
 * gets the kernel's tables and these.
 */
export async function makeMigratedDatabase(postgresUrl: string, tables: Migrations): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${MIGRATED_DATABASE} strategy file_copy`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${MIGRATED_DATABASE}`;
  const pool = createPool(url.href, { max: 1, name: 'easel tests' });
  await migrateKernel(pool);
  await migrate(pool, tables);
  await pool.end();
}
