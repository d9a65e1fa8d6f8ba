import { defineConfig } from 'vitest/config';

const conditions = ['source'];

/** Tests that start whole products from the build and share the machine's cores: one file at a time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    include: ['deploy/e2e/**/*.e2e.ts', 'deploy/faults/**/*.{test,fault}.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
