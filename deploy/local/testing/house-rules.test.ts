import { describe, expect, test } from 'vitest';
import { roleProblems } from '../../../.ci/house-rules.mjs';

describe('the role that a file’s name tells', () => {
  test.each([
    'services/api/src/gallery/gallery.manager.ts',
    'services/api/src/gallery/gallery.events.ts',
    'contracts/src/gallery/gallery.lookup.ts',
    'projections/src/gallery/gallery.keeper.test.ts',
    'web/src/features/gallery/wall.helpers.tsx',
    'deploy/stand-ins/stripe/archive.memory.ts',
  ])('is on the list of its side: %s is not', (path) => {
    expect(roleProblems([path])).toHaveLength(1);
  });

  test.each([
    'services/api/src/gallery/gallery.decider.ts',
    'services/api/src/gallery/gallery.decider.test.ts',
    'services/api/src/gallery/publish.ts',
    'services/kernel/src/log/event-log.errors.ts',
    'services/kernel/src/following/locks.contract.ts',
    'contracts/src/gallery/offer.policy.ts',
    'web/src/features/gallery/wall.screen.test.tsx',
    'deploy/faults/money.attacks.fault.ts',
    '.ci/check.mjs',
  ])('may be %s', (path) => {
    expect(roleProblems([path])).toEqual([]);
  });
});
