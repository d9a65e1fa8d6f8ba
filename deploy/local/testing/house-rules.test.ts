import { describe, expect, test } from 'vitest';
import { featureNames, featureWords, roleProblems } from '../../../.ci/house-rules.mjs';

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

describe('a kernel', () => {
  const words = featureWords(
    ['account', 'earnings', 'members', 'generation', 'events', 'search'],
    ['account', 'checkout'],
  );
  const kernel = 'services/kernel/src/log/a.ts';

  test.each([
    `const category = 'account';`,
    'const stream = `generation-${id}`;',
    `const one = 'earning';`,
    'const table = `CREATE TABLE files (key text, generation_id uuid)`;',
    'const columns = `${key}, earnings_id AS "id"`;',
  ])('names no feature, as does %s', (code) => {
    expect(featureNames(kernel, code, words)).toHaveLength(1);
    expect(featureNames('projections/src/kernel/a.ts', code, words)).toHaveLength(1);
  });

  test.each([
    [`throw new Error('the store does not let this account in');`],
    [`import { x } from './account-x.ts';`],
    [`// of account-… alone\nconst kind = 'member';`],
    [`const type = 'text/event-stream';`],
    ['const columns = `member_id, event_id, held_account, pg_generation_id`;'],
    ["sql.query('set search_path to a')"],
  ])('may say %j', (code) => {
    expect(featureNames(kernel, code, words)).toEqual([]);
  });

  test('is what lies in its folder, but for its tests', () => {
    const code = `const category = 'account';`;
    expect(featureNames('services/api/src/account/a.ts', code, words)).toEqual([]);
    expect(featureNames('services/kernel/src/log/a.test.ts', code, words)).toEqual([]);
    expect(featureNames('services/kernel/src/testing/a.ts', code, words)).toEqual([]);
  });
});
