import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressFiles } from './compress.mjs';

const SCRIPT = 'export const words = "a script";\n'.repeat(100);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'));
  await writeFile(join(folder, 'app.js'), SCRIPT);
});
afterEach(() => rm(folder, { recursive: true }));

test('writes both compressed files beside a script, and nothing else', async () => {
  await compressFiles(folder, 'fast');
  expect((await readdir(folder)).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz']);
  expect(brotliDecompressSync(await readFile(join(folder, 'app.js.br'))).toString()).toBe(SCRIPT);
  expect(gunzipSync(await readFile(join(folder, 'app.js.gz'))).toString()).toBe(SCRIPT);
});

test.each(['app.js.br', 'app.js.gz'])(
  'replaces %s as a whole, so that a server reads the one before to its end',
  async (name) => {
    const path = join(folder, name);
    await writeFile(path, 'as it was built before');
    const served = await open(path);
    await compressFiles(folder, 'fast');
    expect((await served.readFile()).toString()).toBe('as it was built before');
    await served.close();
    expect((await readFile(path)).toString()).not.toBe('as it was built before');
  },
);
