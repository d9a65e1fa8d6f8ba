import { fileURLToPath } from 'node:url';
import type {} from '@easel/kernel/testing/provided-context';
import type { TestProject } from 'vitest/node';
import { build } from '../build.mjs';

/** Builds what is stale of the programs that tests start, and starts one PostgreSQL for a whole project of tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build(['servers', 'apis'].includes(project.name) ? ['servers'] : undefined);
  // These import the build of other packages, which a fresh clone does not have before this point.
  const { apiTables } = await import('@easel/api/api.tables');
  const { otherStoreCommand } = await import('@easel/kernel/testing/store-process');
  const { makeMigratedDatabase } = await import('@easel/kernel/testing/migrated-database');
  const { startTemporaryPostgres } = await import('./temporary-postgres.ts');
  const postgres = await startTemporaryPostgres();
  await makeMigratedDatabase(postgres.url, { api: apiTables });
  project.provide('postgresUrl', postgres.url);
  const localStore = [
    process.execPath,
    fileURLToPath(new URL('../../dist/stand-ins/event-store/main.js', import.meta.url)),
    ...(process.env.EASEL_EVENT_STORE_AWKWARD === '1' ? ['--awkward'] : []),
  ];
  project.provide('localEventStoreCommand', localStore);
  project.provide('eventStoreCommand', otherStoreCommand(process.env) ?? localStore);
  project.provide('stripeCommand', [
    process.execPath,
    fileURLToPath(new URL('../../stand-ins/stripe/main.ts', import.meta.url)),
  ]);
  project.provide('prodigiCommand', [
    process.execPath,
    fileURLToPath(new URL('../../stand-ins/prodigi/main.ts', import.meta.url)),
  ]);
  return () => postgres.stop();
}
