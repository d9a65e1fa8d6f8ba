import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

// Runs the tests of what was changed since the last commit, or since the one that is given: those of its feature in
// every workspace, or, of a file that is of no feature, those beside it that bear its name.
const since = process.argv[2] ?? 'HEAD';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((path) => /\.(?:ts|tsx|css)$/.test(path));

const WINGS = [
  'contracts/src',
  'services/api/src',
  'services/imaging/src',
  'projections/src',
  'web/src/features',
  'admin/src/features',
];
const inFeature = /^(?:contracts|services\/(?:api|imaging)|projections|web|admin)\/src\/(?:features\/)?([^/]+)\//;
const OF_NO_FEATURE = new Set(['kernel', 'testing', 'lib', 'ui', 'app', 'tools']);

const filters = new Set(
  changed.flatMap((path) => {
    const [, feature] = inFeature.exec(path) ?? [];
    if (feature === undefined || OF_NO_FEATURE.has(feature)) return `${dirname(path)}/${basename(path).split('.')[0]}.`;
    return WINGS.map((wing) => `${join(wing, feature)}/`).filter((folder) => existsSync(folder));
  }),
);
if (filters.size === 0) console.log('Nothing was changed that has tests.');
else {
  console.log(`Tests of ${[...filters].join(' ')}`);
  process.exitCode = spawnSync('vitest', ['run', '--passWithNoTests', ...filters], { stdio: 'inherit' }).status ?? 1;
}
