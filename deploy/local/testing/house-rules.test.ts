import { describe, expect, test } from 'vitest';
import { roleProblems, widthProblems } from '../../../.ci/house-rules.mjs';

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

test('names each comment that is wider than 120 characters, and no code', () => {
  const wide = 'x'.repeat(120);
  const source = [`// ${'é'.repeat(117)}`, `const text = '${wide}';`, `  // ${wide}`, `/** ${wide} */`, ` * ${wide}`];
  expect(widthProblems('a.ts', source.join('\n'))).toEqual([
    'a.ts:3: the comment is 125 characters wide; the most is 120',
    'a.ts:4: the comment is 127 characters wide; the most is 120',
    'a.ts:5: the comment is 123 characters wide; the most is 120',
  ]);
});
