import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citationProblems, readSpecPage, referenceProblems, type Spec } from './spec-citations.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const planted: Spec = new Map([
  [
    'shop',
    readSpecPage('# Shop\n\n## 2 Screens\n\n### 2.1 Cart\n\n- **Totals**: a sum.\n\n## 3 Prices\n\n- **F7**: late\n'),
  ],
]);
const problems = (comment: string): string[] => citationProblems('a.ts', comment, planted, new Set(['README.md']));

describe('a citation of the specification', () => {
  test.each([
    '/** spec: shop §2. */',
    '/** spec: shop §2.1: how many items there are. */',
    ' * Sums (spec: shop §2.1 "Totals", §3) in cents.',
    '// spec: shop §2 "Totals"',
    '// spec: shop "Prices"; spec: shop F7',
    '// See README.md, and RFC 9110 §13.1.2.',
    'makeFilter(spec: FilterSpec)',
  ])('passes if everything it names exists: %s', (comment) => {
    expect(problems(comment)).toEqual([]);
  });

  test.each([
    ['a section that is missing', '// spec: shop §2.2', 'docs/spec/shop.md has no §2.2'],
    ['the second of two sections', '// spec: shop §2, §4', 'docs/spec/shop.md has no §4'],
    ['a name from another section', '// spec: shop §3 "Totals"', 'docs/spec/shop.md has no §3 "Totals"'],
    ['a title that is missing', '// spec: shop "Refunds"', 'docs/spec/shop.md has no "Refunds"'],
    ['a fault that is missing', '// spec: shop F8', 'docs/spec/shop.md has no F8'],
    ['a page that is missing', '// spec: store §2', 'docs/spec/store.md has no §2'],
    ['a file that is missing', '// DESIGN.md, "Totals"', 'the repository has no DESIGN.md'],
  ])('fails for %s', (_, comment, problem) => {
    expect(problems(`const a = 1;\n${comment}`)).toEqual([`a.ts:2: ${problem}`]);
  });

  test.each(['// spec, shop §2', '// spec: §2', '// shop §2', '// spec: shop, §2', '// spec: shop §2, Cart'])(
    'fails if it has another form: %s',
    (comment) => {
      expect(problems(comment)).toEqual([expect.stringContaining('not a citation')]);
    },
  );
});

test('a reference between pages fails if its section or ruling is missing', () => {
  const spec = new Map([
    ...planted,
    ['rulings', readSpecPage('### Totals\n')],
    ['the-shop', readSpecPage('## 1 Carts\n')],
  ]);
  expect(referenceProblems('shop', 'See §2.1, the-shop §1 and ruling "Totals".', spec)).toEqual([]);
  expect(referenceProblems('shop', 'See §5, the-shop §2, rulings "Totals" and "Tax".', spec)).toEqual([
    'shop.md: docs/spec/shop.md has no §5',
    'shop.md: docs/spec/the-shop.md has no §2',
    'shop.md: docs/spec/rulings.md has no "Tax"',
  ]);
});

describe('the repository', () => {
  const pages = globSync('docs/spec/*.md', { cwd: root }).filter((path) => basename(path) !== 'README.md');
  const spec: Spec = new Map(pages.map((path) => [basename(path, '.md'), readSpecPage(read(path))]));

  test('cites only sections that exist in docs/spec', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
    const notes = new Set(tracked.filter((path) => path.endsWith('.md')).map((path) => basename(path)));
    const sources = tracked.filter((path) => /\.(?:ts|tsx|mts|mjs|css)$/.test(path) && !/spec-citations/.test(path));
    expect(sources.flatMap((path) => citationProblems(path, read(path), spec, notes))).toEqual([]);
  });

  test('has a specification whose references between pages resolve', () => {
    expect(pages.flatMap((path) => referenceProblems(basename(path, '.md'), read(path), spec))).toEqual([]);
  });
});
