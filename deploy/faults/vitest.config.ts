import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const conditions = ['source'];
const files = (...names: readonly string[]): string[] => names.map((name) => `deploy/faults/${name}.fault.ts`);

/** They time something: beside others they would tell of those. */
const alone = [...files('accounts.attacks', 'attacks'), 'deploy/bench/smoke.test.ts'];
/** They take minutes each, a machine to themselves or its disks. */
const longer = files(
  'backlog',
  'bus',
  'disk-full',
  'fairness',
  'live',
  'lock-sessions',
  'orphan-files',
  'planted',
  'postgres',
  'providers-outages',
  'rebuild-live',
  'render',
  'second-projector',
);
/** Begun first, so that nobody waits for them in the end. */
const longest = files('orders-kills', 'crash-matrix', 'crash-matrix-batch', 'funds-race', 'operators-crashes');

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(specifications)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Whole products of many processes, started from the build. Two at a time: a product has many processes of its own. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A crowded machine: CI retries once, and lists what passed on the retry.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', fileURLToPath(new URL('../../.ci/vitest-unsteady-reporter.mjs', import.meta.url))],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['deploy/faults/*.fault.ts'],
          exclude: [...alone, ...longer],
          maxWorkers: 2,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'longer', include: longer, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
