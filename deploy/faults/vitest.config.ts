import { defineConfig } from 'vitest/config';

const conditions = ['source'];

/** They time something, or take a machine's cores or disks: beside others they would tell of those. */
const alone = [
  'accounts.attacks',
  'attacks',
  'disk-full',
  'fairness',
  'live',
  'planted',
  'postgres',
  'rebuild-live',
  'render',
];
const aloneFiles = alone.map((name) => `deploy/faults/${name}.fault.ts`);

/** Whole products of many processes, started from the build. Most of their time they wait, so three share two cores. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['deploy/faults/*.fault.ts'],
          exclude: aloneFiles,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: aloneFiles, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
