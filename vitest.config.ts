import { defineConfig } from 'vitest/config';

// Workspace sources are tested as they stand, without a build between.
const conditions = ['source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    pool: 'forks',
    exclude: ['**/node_modules/**', '**/dist/**'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['{contracts,services,projections,web,admin,deploy}/**/*.test.{ts,tsx}'],
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
