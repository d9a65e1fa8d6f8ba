import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SourceMap } from 'node:module';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projects, root, type ServerProject } from './server-projects.mjs';
import { isTranspiled, transpile } from './transpile.mjs';

const api = projects.find(({ name }) => name === 'api') as ServerProject;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transpile-test-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'tsconfig.base.json') }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function transpiled(source: string) {
  const path = join(folder, 'sample.ts');
  writeFileSync(path, source);
  const rootDir = relative(root, folder);
  const project: ServerProject = { ...api, rootDir, outDir: join(rootDir, 'dist') };
  const { code = '', map = '', errors } = transpile(project, relative(root, path)) as Partial<Record<string, string>>;
  return { code, map, errors };
}

test('emits the types of constructor parameters, by which Nest injects', () => {
  const { code } = transpiled(`
    import { Injectable } from '@nestjs/common';
    import { Clock } from './clock.ts';
    @Injectable()
    export class Watch {
      constructor(private readonly clock: Clock) {}
    }`);
  expect(code).toMatch(/decorateMetadata\("design:paramtypes", \[.*Clock/);
  expect(code).toContain('from "./clock.js"');
});

test('assigns parameter properties in the constructor and defines no field that has no value', () => {
  const { code } = transpiled('export class A { b?: string; constructor(readonly c: number) {} }');
  expect(code).toContain('this.c = c');
  expect(code).not.toMatch(/^\s*b;/m);
});

test('maps a line of the output to its line in the source', () => {
  const result = transpiled('type Gone = string;\n\nexport function here(): Gone {\n  return "x";\n}\n');
  const line = result.code.split('\n').findIndex((text) => text.includes('return "x"'));
  const map = new SourceMap(JSON.parse(result.map));
  expect(map.findEntry(line, 2)).toMatchObject({ originalLine: 3 });
  expect(result.map).toContain('"../sample.ts"');
});

test('reports a syntax error instead of code', () => {
  expect(transpiled('export const = 1;')).toMatchObject({ errors: expect.stringMatching(/\S/) as unknown });
});

test.each([
  ['a.ts', true],
  ['a.test.ts', false],
  ['a.d.ts', false],
  ['a.mjs', false],
])('decides whether %s is transpiled: %s', (file, expected) => {
  expect(isTranspiled(file)).toBe(expected);
});
