import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

// Checks file names, which neither the compiler nor the import rules see.
// deploy/local/testing/house-rules.test.ts plants violations.

/** What a test is called behind what it tests, and what stands beside code without being it. */
const BESIDE = /(?:\.(?:screen|model|attacks|secure))?\.(?:test|fault)$|\.(?:contract|d)$/;

/** The closed list of roles that a file's name may tell, by where it lies. A file without one is a use case, or pure. */
const ROLES = {
  'contracts/': ['stream', 'events', 'http', 'policy', 'problems', 'view'],
  'services/kernel/': ['guard', 'decorator', 'filter', 'errors', 'controller', 'module'],
  // prettier-ignore
  'services/api/': [
    'decider', 'state', 'feature', 'controller', 'gateway', 'process', 'lookup', 'notices', 'letters', 'scheduler', 'sweep',
    'dispatcher', 'worker', 'feed', 'config', 'tables', 'guard', 'decorator', 'presenter', 'module',
  ],
  'services/imaging/': ['provider', 'decider', 'gateway'],
  'projections/': ['tables', 'projector', 'queries', 'controller', 'presenter', 'report', 'decider', 'module'],
  'admin/': ['resource', 'config'],
  'web/': ['config'],
  'deploy/': ['story', 'looks', 'config', 'service', 'routes', 'page'],
};

/** Files whose role is not on the list of their side, a sentence each. */
export function roleProblems(paths) {
  return paths.flatMap((path) => {
    const side = Object.keys(ROLES).find((folder) => path.startsWith(folder));
    if (!side || !/\.(?:ts|tsx|mts)$/.test(path)) return [];
    const role = basename(path)
      .replace(/\.(?:ts|tsx|mts)$/, '')
      .replace(BESIDE, '')
      .split('.')
      .slice(1)
      .join('.');
    return role === '' || ROLES[side].includes(role) ? [] : [`${path}: ${role} is no role of ${side}`];
  });
}

if (process.argv[1] === import.meta.filename) {
  const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const problems = roleProblems(paths);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
