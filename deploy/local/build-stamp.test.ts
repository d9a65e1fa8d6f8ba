import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs';

const target = { sources: ['src', 'package.json'], outputs: ['dist/main.js'], stamp: '.cache/stamp' };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'easel-stamp-'));
  for (const folder of ['src/deep', 'dist']) mkdirSync(join(root, folder), { recursive: true });
  for (const path of ['src/deep/a.ts', 'package.json', 'dist/main.js']) writeFileSync(join(root, path), 'one');
  writeStamp(root, target, fingerprint(root, target.sources));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a build is fresh until something changes', () => {
  expect(isFresh(root, target)).toBe(true);
});

test.each<[string, () => void]>([
  ['another length', () => writeFileSync(join(root, 'src/deep/a.ts'), 'three')],
  ['another time', () => utimesSync(join(root, 'src/deep/a.ts'), 1, 1)],
  ['a new file', () => writeFileSync(join(root, 'src/b.ts'), '')],
  ['a file gone', () => rmSync(join(root, 'src/deep/a.ts'))],
  ['a missing output', () => rmSync(join(root, 'dist/main.js'))],
  ['a missing stamp', () => rmSync(join(root, target.stamp))],
])('%s makes it stale', (_, change) => {
  change();
  expect(isFresh(root, target)).toBe(false);
});

test('tests and what was installed or built count for nothing', () => {
  for (const folder of ['src/node_modules', 'src/dist-server']) mkdirSync(join(root, folder));
  for (const path of ['src/deep/a.test.ts', 'src/node_modules/x.ts', 'dist/new.js', 'src/dist-server/entry.js'])
    writeFileSync(join(root, path), '');
  expect(isFresh(root, target)).toBe(true);
});
