import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

// How heavy the house is, a row a workspace: `node .ci/figures.mjs`. Lines are those of tests, too; casts and
// long functions are the product's.
const WORKSPACES = [
  'contracts',
  'services/kernel',
  'services/api',
  'services/imaging',
  'projections',
  'web',
  'admin',
  'deploy',
];
const LONG_LINES = 60;

/** Counts of one file: its lines, its casts by kind, its functions of more than 60 lines. */
export function countsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const counts = { lines: text.split('\n').length - 1, as: 0, asUnknownAs: 0, asNever: 0, longFunctions: 0 };
  const visit = (node) => {
    if (ts.isAsExpression(node) && !(node.type.getText(source) === 'const')) {
      if (ts.isAsExpression(node.expression)) counts.asUnknownAs++;
      else if (node.type.kind === ts.SyntaxKind.NeverKeyword) counts.asNever++;
      else if (!(ts.isAsExpression(node.parent) && node.type.kind === ts.SyntaxKind.UnknownKeyword)) counts.as++;
    }
    const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body;
    if (isFunction && lineOf(node.end) - lineOf(node.getStart()) >= LONG_LINES) counts.longFunctions++;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return counts;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

if (process.argv[1] === import.meta.filename) {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mts', '*.mjs'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && existsSync(path));
  const rows = WORKSPACES.map((workspace) => {
    const files = paths
      .filter((path) => path.startsWith(`${workspace}/`))
      .map((path) => ({ path, ...countsOf(path, readFileSync(path, 'utf8')) }));
    const sum = (kind, of = files) => of.reduce((total, file) => total + file[kind], 0);
    const product = files.filter(({ path }) => !/\.(?:test|fault|story|looks|contract)\.|\/testing\//.test(path));
    const sorted = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
    return {
      workspace,
      files: files.length,
      lines: sum('lines'),
      median: at(sorted, 0.5),
      p95: at(sorted, 0.95),
      as: sum('as', product),
      'as unknown as': sum('asUnknownAs', product),
      'as never': sum('asNever', product),
      'functions > 60 lines': sum('longFunctions', product),
    };
  });
  console.table(rows);
}
