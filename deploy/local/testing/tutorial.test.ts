import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, blocksOf, copySources, readTutorial, writeTsconfig } from './tutorial.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const blocks = readTutorial(root);
const pathsThat = (matches: RegExp): string[] => [
  ...new Set(blocks.map(({ path }) => path).filter((path) => matches.test(path))),
];
const testFiles = pathsThat(/\.test\.tsx?$/);

/** Generous, because the compiler and the tests run at the same time and share the machine with other tests. */
const TIMEOUT_MS = 600_000;

let copy: string;
beforeAll(() => {
  copy = copySources(root);
  for (const block of blocks) apply(copy, block);
});
afterAll(async () => {
  // A test that timed out has ended its programs, which may still be writing. So may programs that they have started.
  await Promise.allSettled(running);
  rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

interface Finished {
  code: number | null;
  output: string;
}

const running: Promise<Finished>[] = [];

/** Runs a program of the copy as it would be run by hand; `signal` ends it. */
function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Finished> {
  const bin = join(copy, 'node_modules/.bin');
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name));
  // The programs start with `#!/usr/bin/env node`: the first Node on the path must be the repository's.
  const env = { ...Object.fromEntries(inherited), PATH: [bin, process.env.PATH].join(delimiter) };
  const child = spawn(join(bin, program), args, { cwd: copy, env });
  signal.addEventListener('abort', () => child.kill());
  const finished = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], ...written]): Finished => ({ code: code as number | null, output: written.join('') }),
  );
  running.push(finished);
  return finished;
}

describe('the tutorial', () => {
  test.concurrent.for([
    ['tsconfig.base.json', /^(?:contracts|services|projections)\/.*\.ts$/],
    ['web/tsconfig.app.json', /^web\/.*\.tsx?$/],
  ] as const)(
    'adds code without type errors, by the rules of %s',
    { timeout: TIMEOUT_MS },
    async ([base, files], { signal }) => {
      const config = writeTsconfig(copy, base, pathsThat(files));
      const { code, output } = await run('../typescript7/bin/tsc', ['-p', config], signal);
      expect({ code, output }).toEqual({ code: 0, output: '' });
    },
  );

  test.concurrent(
    'adds tests that run and pass, and keeps the tests that it changes passing',
    async ({ signal }) => {
      const results = join(copy, 'results.json');
      const projects = ['pure', 'screens', 'servers', 'apis'].map((name) => `--project=${name}`);
      const args = ['run', ...projects, '--reporter=json', `--outputFile=${results}`, ...testFiles];
      const { code, output } = await run('vitest', args, signal);
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
      expect(passedIn(readFileSync(results, 'utf8'))).toEqual(expectedPasses());
    },
    TIMEOUT_MS,
  );
});

interface Results {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

/** Returns the number of passed tests by file; of files that the tutorial only changes, whether there are any. */
function passedIn(json: string): Record<string, number | true> {
  const { testResults } = JSON.parse(json) as Results;
  const expected = expectedPasses();
  return Object.fromEntries(
    testResults.map(({ name, assertionResults }) => {
      const path = name.slice(copy.length + 1);
      const passed = assertionResults.filter(({ status }) => status === 'passed').length;
      return [path, expected[path] === true && passed > 0 ? true : passed];
    }),
  );
}

/** Counts the tests in each test file of the tutorial as it is written. */
function expectedPasses(): Record<string, number | true> {
  return Object.fromEntries(
    blocks
      .filter(({ path }) => testFiles.includes(path))
      .map(({ kind, path, text: code }) => [path, kind === 'diff' || code.match(/^test\(/gm)?.length || 0]),
  );
}

describe('blocks of the tutorial', () => {
  test('take their kind and path from the info string, and leave out blocks without a file', () => {
    const fence = '```';
    const markdown = [
      `${fence}ts file=a/b.ts\nconst a = 1;\n${fence}`,
      `${fence}sh\nnpm test\n${fence}`,
      `${fence}diff file=c.ts\n-a\n+b\n${fence}`,
    ].join('\n\nText.\n\n');
    expect(blocksOf(markdown)).toEqual([
      { kind: 'file', path: 'a/b.ts', text: 'const a = 1;\n' },
      { kind: 'diff', path: 'c.ts', text: '-a\n+b\n' },
    ]);
  });

  test('fail if a file exists already, a diff does not apply, or a diff changes another file', () => {
    const path = 'package.json';
    const diff = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n-not there\n+there\n`;
    expect(() => apply(copy, { kind: 'file', path, text: '{}' })).toThrow('EEXIST');
    expect(() => apply(copy, { kind: 'diff', path, text: diff(path) })).toThrow('does not apply');
    expect(() => apply(copy, { kind: 'diff', path, text: diff('README.md') })).toThrow('changes README.md');
  });
});
