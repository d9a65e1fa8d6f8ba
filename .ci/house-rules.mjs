import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';

// What neither the compiler nor the import rules see: what files are called, and what the kernel speaks of.
// deploy/local/testing/house-rules.test.ts plants a violation of each rule.

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

/** Folders that hold what every feature needs. */
const KERNELS = /^(?:services\/kernel\/src|projections\/src\/kernel|contracts\/src\/kernel)\//;
/** Who calls, what lists are asked by, and what the log and its followers are made of: of every feature. */
const OF_ALL = new Set([
  'kernel',
  'event',
  'member',
  'operator',
  'subscription',
  'projection',
  'export',
  'filter',
  'installation',
]);

/** Names of PostgreSQL's own. */
const OF_THE_DATABASE = new Set(['search_path']);

/** Words by which a feature, or one of its streams, would be named: folders of the contracts, alone and in the plural. */
export const featureWords = (folders, categories) =>
  new Set(
    [...folders, ...categories].flatMap((name) => {
      const singular = name.replace(/s$/, '');
      return OF_ALL.has(singular) ? [] : [name, singular];
    }),
  );

/**
 * Strings in a kernel that name a feature, a sentence each: one that is such a word, or in which a name begins with one
 * (`account-…`, `account_id`). Words of a sentence are none: `account` may be a bank's.
 */
export function featureNames(path, text, words) {
  if (!KERNELS.test(path) || /\.(?:test|contract)\.ts$|\/testing\//.test(path)) return [];
  return literalsOf(path, text).flatMap(({ line, value }) => {
    const names = words.has(value) ? [value] : (value.match(/[a-z]+[-_][a-z0-9_-]*/g) ?? []);
    return names
      .filter((name) => words.has(name.split(/[-_]/)[0]) && !OF_THE_DATABASE.has(name))
      .map((name) => `${path}:${line}: the kernel knows no feature, and names ${name}`);
  });
}

/** Texts of a file's strings and templates, without those that it imports by. */
function literalsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, value: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function everyProblem() {
  const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const contracts = paths.filter((path) => path.startsWith('contracts/src/'));
  const folders = [...new Set(contracts.map((path) => path.split('/')[2]).filter((name) => !name.includes('.')))];
  const categories = contracts
    .filter((path) => path.endsWith('stream.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/category: '([a-z-]+)'|soleStream\('([a-z]+)/g)])
    .map(([, category, sole]) => category ?? sole);
  const words = featureWords(folders, categories);
  const kernels = paths.filter((path) => KERNELS.test(path) && path.endsWith('.ts'));
  return [...roleProblems(paths), ...kernels.flatMap((path) => featureNames(path, readFileSync(path, 'utf8'), words))];
}

if (process.argv[1] === import.meta.filename) {
  const problems = everyProblem();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
