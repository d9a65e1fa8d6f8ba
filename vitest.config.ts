import { defineConfig } from 'vitest/config';

// Workspace sources are tested as they stand, without a build between.
const conditions = ['source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    exclude: ['**/node_modules/**', '**/dist/**'],
    projects: [
      {
        // They touch nothing outside their own process, and so share one with its modules.
        extends: true,
        test: {
          name: 'pure',
          include: ['{contracts,web,admin}/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['{services,projections}/**/*.test.ts'],
          isolate: false,
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['deploy/**/*.test.ts'],
          exclude: ['deploy/faults/**', 'deploy/bench/**'],
          globalSetup: ['deploy/local/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Whole products of many processes: one at a time, when nothing else wants the cores.
        extends: true,
        test: {
          name: 'products',
          include: ['deploy/{faults,bench}/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
