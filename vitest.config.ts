import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Tests need Node 24: run npm test, or let your editor use node_modules/.bin/node (this is ${process.version}).`,
  );
}

// Tests import the sources of the workspaces, not their builds.
const conditions = ['source'];

/** Answers every call of its process itself. */
const ENTRY_SERVER = 'web/src/app/entry-server.test.tsx';

/**
 * Start programs as processes of their own, or hold the local servers against the real ones:
 * `npm run verify -- programs`. The gate starts the whole product, so a change that breaks it does not land.
 */
const PROGRAMS = [
  'deploy/local/{platform,postgres,run,child-process,supervisor}.test.ts',
  'deploy/local/given/start.test.ts',
  'deploy/stand-ins/**/*.test.ts',
  'projections/src/columns/run-sql.test.ts',
  'projections/src/reports/run-report.test.ts',
];

/** Run the operator's commands as processes: on a crowded machine one may fail, so CI retries these once. */
const TOOLS = 'deploy/tools/**/*.test.ts';

/** Start a whole API with its database, event store and processes: retried as tools are. */
const APIS = globSync('services/api/src/**/*.test.ts', { cwd: fileURLToPath(new URL('.', import.meta.url)) }).filter(
  (path) => readFileSync(new URL(path, import.meta.url), 'utf8').includes('startApi('),
);

/** Live for a minute or more on real servers: `npm run verify -- lives`. */
const LIVES = [
  'deploy/simulate/real/real-stage.test.ts',
  'deploy/simulate/past/live-past.test.ts',
  'services/api/src/payments/card-service-proxy.test.ts',
];

/** Compiles a copy of the sources, which takes as long as two hundred other files: CI runs it beside `npm test`. */
const TUTORIAL = 'deploy/local/testing/tutorial.test.ts';

/** Keeps the compiled code of the programs that tests start, which start in four fifths of the time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', fileURLToPath(new URL('.ci/vitest-unsteady-reporter.mjs', import.meta.url))],
    env: { NODE_COMPILE_CACHE },
    exclude: ['**/node_modules/**', '**/dist/**'],
    projects: [
      {
        // They touch nothing outside their own process, and so share one with its modules.
        extends: true,
        test: {
          name: 'pure',
          include: ['{contracts,web,admin}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.screen.test.tsx', ENTRY_SERVER],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        // Each file has a document of its own, and a page's stores in it.
        extends: true,
        test: {
          name: 'screens',
          include: ['{web,admin}/**/*.screen.test.tsx'],
          environment: 'happy-dom',
          testTimeout: 60_000,
        },
      },
      {
        // Stores, databases and servers are a file's own, and nothing else of the process is touched.
        extends: true,
        test: {
          name: 'servers',
          include: ['{services,projections}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...PROGRAMS, ...LIVES, ...APIS],
          isolate: false,
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'apis',
          include: APIS,
          exclude: LIVES,
          isolate: false,
          retry: process.env.CI ? 1 : 0,
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // They start and end processes, and change what is the process's own.
        extends: true,
        test: {
          name: 'deploy',
          include: ['deploy/**/*.test.ts', ENTRY_SERVER],
          exclude: ['deploy/bench/**', ...PROGRAMS, ...LIVES, TOOLS, TUTORIAL],
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'tutorial', include: [TUTORIAL], hookTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'lives',
          include: LIVES,
          retry: process.env.CI ? 1 : 0,
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: [TOOLS],
          retry: process.env.CI ? 1 : 0,
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: PROGRAMS,
          exclude: LIVES,
          retry: process.env.CI ? 1 : 0,
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
