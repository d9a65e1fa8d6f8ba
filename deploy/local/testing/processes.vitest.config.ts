import { defineConfig } from 'vitest/config';

/** Tests that start whole processes from the build and share the machine's cores: one file at a time. */
export default defineConfig({
  test: {
    include: ['deploy/e2e/**/*.e2e.ts', 'deploy/faults/**/*.fault.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
