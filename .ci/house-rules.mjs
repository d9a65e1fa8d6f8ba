import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

// Checks what neither the compiler nor the formatter sees: the names of files, and how wide comments are.
// deploy/local/testing/house-rules.test.ts plants violations.

/** What a test is called behind what it tests, and what stands beside code without being it. */
const BESIDE = /(?:\.(?:screen|model|attacks|secure))?\.(?:test|fault)$|\.(?:contract|d)$/;

/**
 * The closed list of roles that a file's name may tell, by where it lies. A file without one is a use case, or pure.
 */
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

const WIDEST_COMMENT = 120;

/** Comments too wide to be read beside another file, a sentence each: the formatter leaves them as they are. */
export function widthProblems(path, source) {
  return source.split('\n').flatMap((line, index) => {
    const width = [...line].length;
    if (width <= WIDEST_COMMENT || !/^\s*(?:\/\/|\/\*|\* )/.test(line)) return [];
    return [`${path}:${index + 1}: the comment is ${width} characters wide; the most is ${WIDEST_COMMENT}`];
  });
}

if (process.argv[1] === import.meta.filename) {
  const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const code = paths.filter((path) => /\.(?:ts|tsx|mts|mjs)$/.test(path));
  const problems = [...roleProblems(paths), ...code.flatMap((path) => widthProblems(path, readFileSync(path, 'utf8')))];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
