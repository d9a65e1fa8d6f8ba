import { fileURLToPath } from 'node:url';
import type {} from '@easel/kernel/testing/provided-context';
import { otherStoreCommand } from '@easel/kernel/testing/store-process';
import type { TestProject } from 'vitest/node';
import { build } from '../build.mjs';
import { startTemporaryPostgres } from './temporary-postgres.ts';

/** Builds what is stale of the programs that tests start, and starts one PostgreSQL for a whole project of tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build(project.name === 'servers' ? ['servers'] : undefined);
  const postgres = await startTemporaryPostgres();
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
  return () => postgres.stop();
}
