import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configHelp } from '../config.ts';
import { documentProblems, type Repository } from './documentation.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const README_MAX_BYTES = 6_000;

/** Includes files that the next commit may add, and leaves out deleted ones that are still in the index. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const repository: Repository = {
  files: new Set(files),
  read: (path) => readFileSync(join(root, path), 'utf8'),
  scripts: new Set(Object.keys(scripts)),
};

test.each(files.filter((path) => path.endsWith('.md')))(
  'finds every link, anchor and npm script that %s names',
  (path) => {
    expect(documentProblems(path, repository)).toEqual([]);
  },
);

test(`keeps the README within ${README_MAX_BYTES} bytes`, () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(README_MAX_BYTES);
});

test('describes every setting of npm start in the configuration document', () => {
  const settings = [...configHelp.matchAll(/^([A-Z][A-Z_]+) /gm)].flatMap(([, name]) =>
    name === 'VARIABLE' ? [] : [name],
  );
  expect(settings).toContain('DATA_DIR');
  const described = repository.read('docs/operating/configuration.md');
  expect(settings.filter((name) => !described.includes(`| \`${name}\``))).toEqual([]);
});

const planted: Record<string, string> = {
  'docs/guide.md': '# The `npm start` guide, and more\n\n## Twice\n\n## Twice\n\n<a id="by-hand"></a>\n',
  'src/main.ts': 'one\ntwo\n',
};
const withText = (text: string): Repository => ({
  files: new Set([...Object.keys(planted), 'docs/page.md']),
  read: (path) => planted[path] ?? text,
  scripts: new Set(['dev', 'test:changed']),
});

test.each([
  ['a heading with code and punctuation', '[a](guide.md#the-npm-start-guide-and-more)'],
  ['the second of two equal headings', '[a](guide.md#twice-1)'],
  ['an anchor of raw HTML', '[a](guide.md#by-hand)'],
  ['its own heading', '# One & two\n\n[a](#one--two)'],
  ['a folder, a line, and a path from the root', '[a](../src/) [b](../src/main.ts#L2) [c](/src/main.ts)'],
  ['another site', '[a](https://example.org/missing.md) <mail@example.org>'],
  ['a link within code, which is no link', '`[a](missing.md)`'],
  ['a script of package.json', 'Run `npm run test:changed` or `npm run NAME`.'],
])('accepts a document that points at %s', (_, text) => {
  expect(documentProblems('docs/page.md', withText(text))).toEqual([]);
});

test.each([
  ['a missing file', '[a](missing.md)', 'missing.md: no such file'],
  ['a file outside the repository', '[a](../../etc/hosts)', '../../etc/hosts: no such file'],
  ['a missing picture', '![a](missing.png)', 'missing.png: no such file'],
  ['a missing picture of raw HTML', '<img src="missing.png" alt="">', 'missing.png: no such file'],
  ['a missing heading', '[a](guide.md#thrice)', 'guide.md#thrice: no heading #thrice'],
  ['a missing line', '[a](../src/main.ts#L9)', '../src/main.ts#L9: no such line'],
  ['a missing file by reference', '[a][b]\n\n[b]: missing.md', 'missing.md: no such file'],
  ['a missing script', '    npm run missing', 'package.json has no script "missing"'],
])('reports a document that points at %s', (_, text, problem) => {
  expect(documentProblems('docs/page.md', withText(text))).toEqual([`docs/page.md: ${problem}`]);
});
